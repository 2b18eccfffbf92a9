// Runs in the browser, on pages with a `PasskeyButton`. The build bundles it into one file, which the policy of these pages
// allows and nothing else.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

interface Part {
  hidden: boolean;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  querySelector(selector: string): Part | null;
  closest(selector: 'form'): (Part & { append(part: object): void; submit(): void }) | null;
  addEventListener(type: 'click', listener: () => void): void;
}

declare const document: {
  querySelector(selector: string): Part | null;
  createElement(name: 'input'): { type: string; name: string; value: string };
};

/** Adds the answer to the form of the button, and posts it. The fields of the other way to sign in may be empty. */
function send(part: Part, answer: object): void {
  const form = part.closest('form');
  const field = Object.assign(document.createElement('input'), {
    type: 'hidden',
    name: 'credential',
    value: JSON.stringify(answer),
  });
  form?.append(field);
  form?.submit();
}

function show(part: Part, selector: string, shown: boolean): void {
  const found = part.querySelector(selector);
  if (found) found.hidden = !shown;
}

async function ask(part: Part): Promise<void> {
  const optionsJSON = JSON.parse(part.dataset['options'] ?? '{}') as never;
  show(part, '[role=alert]', false);
  try {
    const isNew = part.dataset['passkey'] === 'create';
    send(part, await (isNew ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })));
  } catch {
    show(part, '[role=alert]', true);
  }
}

/** Offers passkeys among what the browser fills into the field of the address. */
async function offer(part: Part): Promise<void> {
  if (!document.querySelector('input[autocomplete~=webauthn]') || !(await browserSupportsWebAuthnAutofill())) return;
  const optionsJSON = JSON.parse(part.dataset['options'] ?? '{}') as never;
  try {
    send(part, await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    // The button was pressed instead.
  }
}

const part = document.querySelector('[data-passkey]');
if (part && browserSupportsWebAuthn()) {
  show(part, '.note', false);
  show(part, 'button', true);
  part.querySelector('button')?.addEventListener('click', () => void ask(part));
  void offer(part);
}
