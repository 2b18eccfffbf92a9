/**
 * What can be wrong with an input, as data: the rules, their parameters, and a catalog of sentences for each language. The
 * modules say which rule is broken and with what. Every door writes the sentence with the names that its callers know, and the
 * console writes it in the reader's language. Knows nothing of the server, so that the console may import it, too.
 */
export { broken, type AnyParameters, type Broken, type Given, type Rule } from './kinds.ts';
export { inNames, RULES, sentenceOf, shownPath, snakeNames, type Naming } from './sentence.ts';
