import { testDecisions } from '../support/decisions.ts';

// The long proof goes on to ten thousand graphs.
testDecisions([8], 4);
