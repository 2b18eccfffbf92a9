import { testNestedGraphs } from '../support/nesting.ts';

// The long proof goes on to ten thousand graphs.
testNestedGraphs(10);
