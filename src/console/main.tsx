import { loadTexts } from './messages/index.ts';

// Both are loaded at the same time, and nothing is shown before the texts are there.
void Promise.all([import('./start.tsx'), loadTexts()]).then(([{ start }]) => start());
