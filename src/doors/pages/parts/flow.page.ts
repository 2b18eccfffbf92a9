import type { Router } from 'express';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import type { FlowStep, OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { Page, type Visit } from './page.ts';

/** A form that the page of a step has sent back. Its token is right. */
export interface FlowForm {
  readonly visit: Visit;
  readonly open: OpenFlow;
  /** A field of the form, empty if it is missing. */
  readonly field: (name: string) => string;
}

/** The page of one step of a flow, at an address that names the flow. Its form leads on, to another account, or out. */
export abstract class FlowPage extends Page {
  protected abstract readonly step: FlowStep;
  /** Whether the step asks the user of a session. Without one, the flow decides what comes next. */
  protected readonly asksSession: boolean = false;

  mount(router: Router): void {
    const on = this.on(router);
    on('get', `/${this.step}`, (visit) => this.show(visit));
    on('post', `/${this.step}`, (visit) => this.take(visit));
  }

  /** Sends the page, or the browser to where the flow goes on. */
  protected abstract render(visit: Visit, open: OpenFlow): Promise<void>;
  protected abstract submit(form: FlowForm): Promise<void>;

  /** Where the form of the page is posted to, and its hidden values. */
  protected formOf(open: OpenFlow, more: Readonly<Record<string, string>> = {}) {
    const { action, hidden } = this.flowForm(open, this.step);
    return { action, hidden: { ...hidden, ...more } };
  }

  private async show(visit: Visit): Promise<void> {
    const text = parametersOf(visit.request).get('flow') ?? undefined;
    const open = await this.interactions.open(visit.request, text, visit.secret);
    return this.isOver(open) ? seeOther(visit.response, this.interactions.next(open)) : this.render(visit, open);
  }

  private async take(visit: Visit): Promise<void> {
    const { request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    if (this.isOver(open)) return seeOther(response, this.interactions.next(open));
    this.requireToken(open, this.step, field);
    if (field('decision') === 'another') return seeOther(response, this.interactions.toAnotherAccount(open));
    if (field('decision') === 'cancel') return seeOther(response, this.interactions.canceled(open));
    return this.submit({ visit, open, field });
  }

  private isOver({ client, session }: OpenFlow): boolean {
    return this.asksSession && (!client || !session);
  }
}

/** The client and the session of a step that asks the user of a session. */
export function ofSession({ client, session }: OpenFlow) {
  if (!client || !session) throw new Error('A step without a session asks its user.');
  return { client, session };
}
