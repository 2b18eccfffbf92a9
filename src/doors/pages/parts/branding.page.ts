import type { Response, Router } from 'express';
import { notFound } from '../../../ground/kernel/errors.ts';
import { findBrandStyle, findLogo } from '../../../modules/branding/index.ts';
import { Page, type Visit } from './page.ts';

/** How long browsers keep what a customer's pages look like, in seconds. */
const KEPT_SECONDS = 60;

/** `/branding/{customer}.css` and `/branding/{customer}/logo`: what the pages of a customer look like. Both are public. */
export class BrandingPages extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/branding/:customer.css', (visit) => this.style(visit));
    on('get', '/branding/:customer/logo', (visit) => this.logo(visit));
  }

  private async style({ request, response }: Visit): Promise<void> {
    const customer = String(request.params['customer']);
    const logoHref = this.site.path(`/branding/${encodeURIComponent(customer)}/logo`);
    send(response, 'text/css; charset=utf-8', Buffer.from(await findBrandStyle(this.runtime, customer, logoHref)));
  }

  private async logo({ request, response }: Visit): Promise<void> {
    const logo = await findLogo(this.runtime, String(request.params['customer']));
    if (!logo) throw notFound('customer');
    send(response, logo.type, logo.body);
  }
}

function send(response: Response, type: string, body: Buffer): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': `public, max-age=${KEPT_SECONDS}`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
  response.end(body);
}
