import { refuse, wordsOf, type Check } from '../attempt.ts';

const PROMPTS: readonly string[] = ['none', 'login', 'consent', 'select_account'];

/** What clients may ask for; `create` (OpenID Connect Prompt Create §4) where strangers may make accounts. */
export const promptsOf = (canSignUp: boolean): readonly string[] => (canSignUp ? [...PROMPTS, 'create'] : PROMPTS);

/** OpenID Connect Core §3.1.2.1: `none` stands alone. */
export const checkPrompt: Check = ({ parameters, canSignUp }) => {
  const prompts = [...wordsOf(parameters, 'prompt')];
  const known = promptsOf(canSignUp);
  if (!prompts.every((prompt) => known.includes(prompt)))
    return refuse('invalid_request', 'prompt has an unknown value.');
  if (prompts.includes('none') && prompts.length > 1) return refuse('invalid_request', 'prompt is none and more.');
  return undefined;
};
