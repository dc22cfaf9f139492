package dev.stint.libraries.popular;

import java.util.List;
import java.util.concurrent.Callable;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.jgrapht.traverse.BreadthFirstIterator;

/** Finds ways in a graph. */
public final class Jgrapht implements Callable<String> {
    @Override
    public String call() throws Exception {
        var graph = new SimpleWeightedGraph<String, DefaultWeightedEdge>(DefaultWeightedEdge.class);
        for (String name : List.of("a", "b", "c", "d", "e")) {
            graph.addVertex(name);
        }
        graph.setEdgeWeight(graph.addEdge("a", "b"), 2);
        graph.setEdgeWeight(graph.addEdge("b", "c"), 2);
        graph.setEdgeWeight(graph.addEdge("a", "c"), 5);
        graph.setEdgeWeight(graph.addEdge("c", "d"), 1);
        var path = new DijkstraShortestPath<>(graph).getPath("a", "d");
        var seen = new StringBuilder();
        new BreadthFirstIterator<>(graph, "a").forEachRemaining(seen::append);
        return path.getVertexList()
                + ""
                + path.getWeight()
                + seen
                + new ConnectivityInspector<>(graph).connectedSets().size();
    }
}
