import type { Translate } from '../translate.ts';

/** What a page needs to use passkeys, or to make one. */
export interface PasskeyContext {
  /** What the browser is asked for (WebAuthn §5.4 and §5.5), as JSON. */
  options: object;
  /** The path of the script that asks it. */
  script: string;
}

interface PasskeyButtonProps {
  t: Translate;
  passkey: PasskeyContext;
  /** Whether the passkey is used, or made. */
  kind: 'get' | 'create';
  label: string;
  /** What a browser without passkeys, or without scripts, says. Nothing if there is another way. */
  missing?: string | undefined;
  class?: string;
}

/**
 * The button that asks the browser for a passkey, within a form. The script shows it if the browser has passkeys. It adds
 * the answer to the form as `credential`, and posts it.
 */
export function PasskeyButton({ t, passkey, kind, label, missing, ...rest }: PasskeyButtonProps) {
  return (
    <div class="passkey" data-passkey={kind} data-options={JSON.stringify(passkey.options)}>
      <p class="alert" role="alert" hidden>
        {t(kind === 'get' ? 'passkey.failed' : 'passkey.notMade')}
      </p>
      {missing && <p class="note">{missing}</p>}
      <button type="button" hidden {...rest}>
        {label}
      </button>
      <script src={passkey.script} defer />
    </div>
  );
}
