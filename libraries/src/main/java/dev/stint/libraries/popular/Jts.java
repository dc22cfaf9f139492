package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKTReader;

/** Computes with geometry. */
public final class Jts implements Callable<String> {
    @Override
    public String call() throws Exception {
        var factory = new GeometryFactory();
        var square = new WKTReader(factory).read("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
        var circle = factory.createPoint(new Coordinate(4, 2)).buffer(1);
        return square.getArea()
                + " "
                + square.intersects(circle)
                + " "
                + Math.round(square.intersection(circle).getArea() * 1000)
                + square.convexHull()
                + square.getCentroid();
    }
}
