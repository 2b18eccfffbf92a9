import { testNestedGraphs } from '../support/nested-graphs.ts';

// Ten thousand graphs.
testNestedGraphs(400);
