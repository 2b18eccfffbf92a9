import { refuse, wordsOf, type Check } from '../attempt.ts';

export const PROMPTS: readonly string[] = ['none', 'login', 'consent', 'select_account'];

/** OpenID Connect Core §3.1.2.1: `none` stands alone. */
export const checkPrompt: Check = ({ parameters }) => {
  const prompts = [...wordsOf(parameters, 'prompt')];
  if (!prompts.every((prompt) => PROMPTS.includes(prompt)))
    return refuse('invalid_request', 'prompt has an unknown value.');
  if (prompts.includes('none') && prompts.length > 1) return refuse('invalid_request', 'prompt is none and more.');
  return undefined;
};
