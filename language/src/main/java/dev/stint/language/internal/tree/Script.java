package dev.stint.language.internal.tree;

import dev.stint.language.profile.LanguageProfile;
import java.util.List;

/**
 * A whole text.
 *
 * @param profile the one that it was read under
 */
public record Script(LanguageProfile profile, List<Decl> decls, Span span) implements Node.Part {}
