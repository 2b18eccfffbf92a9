/** The compiler of operations, in a file of its own because it is loaded after the start. */
export { compileQuery, isCompiledQuery } from 'graphql-jit';
