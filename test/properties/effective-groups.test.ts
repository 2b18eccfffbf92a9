import { testNestedGraphs } from '../support/nested-graphs.ts';

// The long proof goes on to ten thousand graphs.
testNestedGraphs(10);
