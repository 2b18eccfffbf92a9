import { testDecisions } from '../support/decisions.ts';

// Ten thousand graphs, in four parts.
testDecisions([1, 2, 3, 4], 250);
