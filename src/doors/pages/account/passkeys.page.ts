import type { Response, Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { CodeService, MfaService, factorsLoader, PasskeyService, type Passkey } from '../../../modules/mfa/index.ts';
import { deviceOf } from '../../../modules/sessions/index.ts';
import { renderBackupCodes, renderPasskey, renderPasskeys, type PasskeysContext } from '../../../views/index.ts';
import { OwnAccountPage, type OwnForm, type OwnVisit } from './own-account.page.ts';
import { ignoreNotFound } from '../parts/page.ts';
import { PasskeyScript } from '../parts/passkey-script.ts';
import { sendPage } from '../parts/send.ts';

type Shown = PasskeysContext['error'];

/** `/account/passkeys`: lists the user's passkeys, adds one, renames and removes them. Also sends the script for passkeys. */
export class PasskeysPage extends OwnAccountPage {
  protected readonly place = 'passkeys';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', this.runtime.get(PasskeyScript).name, ({ response }) => this.sendScript(response));
    on('get', '/account/passkeys', (visit) => this.visit(visit, (own) => this.show(own)));
    on('post', '/account/passkeys', (visit) => this.submission(visit, (form) => this.submit(form)));
  }

  private async show(
    visit: OwnVisit,
    error: Shown = null,
    { name, posted }: { readonly name: string | null; readonly posted: string | null } = { name: null, posted: null },
  ): Promise<void> {
    const { own, request, response, session, shell, form } = visit;
    const passkeys = await own.get(PasskeyService).own();
    const asked = posted ?? parametersOf(request).get('passkey');
    const one = passkeys.find(({ id }) => id === asked);
    const { enrolled } = await own.loader(factorsLoader).load(session.userId);
    const isOnlyFactor = enrolled.length === 1 && enrolled[0] === 'passkey';
    if (one)
      return this.showOne(visit, name === null ? one : { ...one, name }, isOnlyFactor && passkeys.length === 1, error);
    const options = await own.get(PasskeyService).creationOptions();
    const script = this.runtime.get(PasskeyScript);
    const html = renderPasskeys({
      ...shell,
      ...form,
      hidden: { ...form.hidden, ...(options && { decision: 'add' }) },
      passkeys: passkeys.map((each) => this.shownOf(each)),
      passkey: script.contextOf(options),
      isAvailable: own.get(PasskeyService).isAvailable,
      isUnproved: session.isUnproved,
      backupCodesLeft: isOnlyFactor ? ((await own.get(CodeService).factors(session))?.codesLeft ?? 0) : null,
      device: await deviceOf(own.origin.userAgent),
      name,
      error,
    });
    sendPage(response, html, { status: error ? 400 : 200, script: options ? script.source : undefined });
  }

  private showOne(
    { response, shell, form }: OwnVisit,
    { id, name }: Pick<Passkey, 'id' | 'name'>,
    isLast: boolean,
    error: Shown,
  ): void {
    const hidden = { ...form.hidden, passkey: id };
    const html = renderPasskey({ ...shell, ...form, hidden, name, isLast, error });
    sendPage(response, html, { status: error ? 400 : 200 });
  }

  private async submit(visit: OwnForm): Promise<void> {
    const { own, response, form, field } = visit;
    const passkeys = own.get(PasskeyService);
    const [decision, id, name] = [field('decision'), field('passkey'), field('name')];
    try {
      if (field('codes') !== '')
        return this.reveal(visit, 'made', await own.get(MfaService).regenerateBackupCodes(null));
      if (decision === 'start') return this.askForProof(visit);
      if (decision === 'add') {
        const { backupCodes } = await passkeys.add(field('credential'), name);
        if (backupCodes) return this.reveal(visit, 'enabled', backupCodes);
      }
      if (decision === 'rename') await passkeys.rename(id, name);
      if (decision === 'remove') await passkeys.remove(id).catch(ignoreNotFound);
      return seeOther(response, form.action);
    } catch (fault) {
      const error = errorOf(fault);
      if (!error) throw fault;
      return this.show(visit, error, { name, posted: id });
    }
  }

  private reveal({ response, shell, session }: OwnVisit, variant: 'enabled' | 'made', codes: readonly string[]): void {
    const done = shell.places.passkeys;
    sendPage(response, renderBackupCodes({ ...shell, variant, codes, email: session.email, done }));
  }

  private sendScript(response: Response): Promise<void> {
    const { body } = this.runtime.get(PasskeyScript);
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(body);
    return Promise.resolve();
  }

  private shownOf({ id, name, isSyncable, createdAt, lastUsedAt = null }: Passkey) {
    const href = this.site.path('/account/passkeys', { passkey: id });
    return { name, isSyncable, createdAt, lastUsedAt, href };
  }
}

/** Form errors, by the code of the error. */
const ERRORS = {
  WRONG_PASSKEY: 'wrong_passkey',
  PASSKEY_ALREADY_ADDED: 'passkey_known',
  TOO_MANY_PASSKEYS: 'too_many_passkeys',
  INVALID_INPUT: 'invalid_passkey_name',
} as const;

/** The form error for a refusal. Null if it needs an error page. */
function errorOf(fault: unknown): Shown {
  if (!(fault instanceof AppError) || !Object.hasOwn(ERRORS, fault.code)) return null;
  return { code: ERRORS[fault.code as keyof typeof ERRORS] };
}
