import type { Router } from 'express';
import { ERRORS_PATH, KINDS, serverErrors } from '../../../ground/kernel/errors.ts';
import { renderErrorCodes } from '../../../views/index.ts';
import { Page, type Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/docs/errors`: what every error code means. The errors of all doors link to it. */
export class ErrorCodesPage extends Page {
  mount(router: Router): void {
    this.on(router)('get', ERRORS_PATH, (visit) => this.show(visit));
  }

  private async show({ response }: Visit): Promise<void> {
    const kinds = Object.entries(KINDS).map(([kind, meaning]) => ({ kind, meaning }));
    sendPage(response, renderErrorCodes({ ...(await this.reader(response)), kinds, codes: serverErrors() }));
  }
}
