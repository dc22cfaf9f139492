package dev.stint.language.internal.tree;

import dev.stint.language.profile.LanguageProfile;
import java.util.List;
import java.util.Set;

/**
 * A whole text.
 *
 * @param profile the one that it was read under
 * @param published the names that it declares with 'pub'
 */
public record Script(LanguageProfile profile, List<Decl> decls, Set<String> published, Span span)
        implements Node.Part {}
