import { testNestedGraphs } from '../support/nesting.ts';

// Ten thousand graphs.
testNestedGraphs(1000);
