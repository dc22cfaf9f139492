package dev.stint.libraries.work;

import java.io.StringReader;
import java.util.concurrent.Callable;
import org.apache.xerces.parsers.SAXParser;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** Parses a document and counts what is in it. */
public final class XercesSax implements Callable<String> {
    private final String document = Documents.xml(300);

    @Override
    public String call() throws Exception {
        var parser = new SAXParser();
        var seen = new Counting();
        parser.setContentHandler(seen);
        parser.parse(new InputSource(new StringReader(document)));
        return seen.elements + " elements, " + seen.attributes + ", " + seen.text;
    }

    private static final class Counting extends DefaultHandler {
        private int elements;
        private int attributes;
        private int text;

        @Override
        public void startElement(String uri, String name, String qualified, Attributes all) {
            elements++;
            for (int i = 0; i < all.getLength(); i++) {
                attributes = attributes * 31 + all.getValue(i).hashCode();
            }
        }

        @Override
        public void characters(char[] chars, int start, int length) {
            for (int i = start; i < start + length; i++) {
                text = text * 31 + chars[i];
            }
        }
    }
}
