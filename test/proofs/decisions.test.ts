import { testDecisions } from '../support/decisions.ts';

// Ten thousand graphs, in ten parts.
testDecisions([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 100);
