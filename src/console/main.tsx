import { askEarly } from './graph/early.ts';
import { VIEWER } from './graph/viewer-document.ts';
import { loadTexts } from './messages/index.ts';

askEarly(VIEWER);
// Both are loaded at the same time, and nothing is shown before the texts are there.
void Promise.all([import('./start.tsx'), loadTexts()]).then(([{ start }]) => start());
