import { refuse, wordsOf, type Check } from '../attempt.ts';

const PROMPTS: readonly string[] = ['none', 'login', 'consent', 'select_account'];

/** The supported values; `create` (OpenID Connect Prompt Create §4) if people may sign up. */
export const promptsOf = (canSignUp: boolean): readonly string[] => (canSignUp ? [...PROMPTS, 'create'] : PROMPTS);

/** OpenID Connect Core §3.1.2.1: `none` excludes all other values. */
export const checkPrompt: Check = ({ parameters, canSignUp }) => {
  const prompts = [...wordsOf(parameters, 'prompt')];
  const known = promptsOf(canSignUp);
  if (!prompts.every((prompt) => known.includes(prompt)))
    return refuse('invalid_request', 'prompt has an unknown value.');
  if (prompts.includes('none') && prompts.length > 1)
    return refuse('invalid_request', 'prompt has none and other values.');
  return undefined;
};
