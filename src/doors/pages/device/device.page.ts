import type { Router } from 'express';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import { DeviceAuthorizationService, readUserCode, USER_CODE_LENGTH } from '../../../modules/devices/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderDevice, renderNotice, type DeviceContext } from '../../../views/index.ts';
import { sentWith, tooManyTries } from '../parts/form-error.ts';
import { knownCustomer } from '../parts/known-customer.ts';
import { Page, type Visit } from '../parts/page.ts';
import { languagesOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

/**
 * `/device` (RFC 8628 §3.3): asks for the code that a device shows, and continues with the sign-in and the consent page, which
 * shows the device. A link that has the code only fills it in. `/device/done` says how it ended.
 */
export class DevicePage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/device', (visit) => this.show(visit));
    on('post', '/device', (visit) => this.submit(visit));
    on('get', '/device/done', (visit) => this.tell(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const { request, response } = visit;
    const query = parametersOf(request);
    const { ui_locales: languages } = languagesOf(request);
    const parameters = new Map(languages === undefined ? [] : [['ui_locales', languages] as const]);
    const open = this.interactions.start(
      request,
      response,
      await knownCustomer(this.runtime, this.interactions, request),
      parameters,
    );
    const given = query.get('user_code')?.slice(0, USER_CODE_LENGTH) ?? '';
    const userCode = readUserCode(given);
    const qrCode = userCode && (await this.pictureOf(userCode));
    return this.render(visit, open, { userCode: userCode ?? given, isGiven: given !== '', qrCode, error: null });
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    this.requireToken(open, 'device', field);
    const typed = field('user_code');
    const userCode = readUserCode(typed);
    const shown = { userCode: typed.slice(0, USER_CODE_LENGTH), isGiven: false };
    const wrong = { ...shown, error: { code: 'wrong_device_code' } } as const;
    if (userCode === null) return this.render(visit, open, wrong);
    try {
      const device = await ctx.get(DeviceAuthorizationService).guess(userCode, open.flow.browser);
      if (!device) return await this.render(visit, open, wrong);
      const { locales } = open;
      return seeOther(response, this.interactions.startDevice(request, response, { ...device, userCode, locales }));
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.kind !== 'rate_limited') throw fault;
      return this.render(visit, open, { ...shown, error: tooManyTries(fault) });
    }
  }

  private async render(
    { response }: Visit,
    open: OpenFlow,
    shown: Pick<DeviceContext, 'userCode' | 'isGiven' | 'qrCode' | 'error'>,
  ): Promise<void> {
    const html = renderDevice({
      ...this.flowForm(open, 'device'),
      ...(await this.reader(response, open.locales, open.customerId)),
      ...shown,
    });
    sendPage(response, html, sentWith(shown.error));
  }

  private async tell({ request, response, secret }: Visit): Promise<void> {
    const query = parametersOf(request);
    const open = await this.interactions.open(request, query.get('flow') ?? undefined, secret);
    const { locales, customerId, session } = open;
    const reader = await this.reader(response, locales, customerId, session?.locale);
    const answer = query.get('answer');
    const next = { to: 'account', href: this.site.path('/account') } as const;
    const html =
      answer === 'approved' && session
        ? renderNotice({ ...reader, notice: 'device_approved', email: session.email, next })
        : renderNotice({ ...reader, notice: answer === 'denied' ? 'device_denied' : 'device_gone' });
    return sendPage(response, html);
  }

  /** The address of this page with the code, for somebody who is signed in on a phone. */
  private async pictureOf(userCode: string): Promise<string> {
    const { qrCode } = await import('../../../ground/kernel/qr-code.ts');
    return qrCode(`${this.site.issuer}/device?user_code=${userCode}`);
  }
}
