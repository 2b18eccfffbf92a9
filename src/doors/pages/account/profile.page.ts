import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { ProfileService, type Profile } from '../../../modules/users/index.ts';
import { OWN_FIELDS, renderProfile, type ProfileContext, type ProfileFault } from '../../../views/index.ts';
import { OwnAccountPage, type OwnForm, type OwnVisit } from './own-account.page.ts';
import { changesOf, faultsOf, inputsOf, storedOf, type Typed } from './profile-form.ts';
import { sendPage } from '../parts/send.ts';

const NO_FAULTS: ReadonlyMap<string, ProfileFault> = new Map();

/** `/account/profile`: what the user may see and change of themself, by the definitions of the attributes. */
export class ProfilePage extends OwnAccountPage {
  protected readonly place = 'profile';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/profile', (visit) => this.visit(visit, (own) => this.show(own)));
    on('post', '/account/profile', (visit) => this.submission(visit, (form) => this.submit(form)));
  }

  private async show(visit: OwnVisit): Promise<void> {
    const profile = await visit.own.get(ProfileService).own();
    const note = parametersOf(visit.request).has('saved') ? 'saved' : null;
    this.render(visit, profile, storedOf(profile), NO_FAULTS, note);
  }

  private async submit(visit: OwnForm): Promise<void> {
    const { own, response, form, field } = visit;
    const service = own.get(ProfileService);
    const profile = await service.own();
    const { changes, attributes } = changesOf(profile, field);
    try {
      if (Object.keys(changes).length > 0 || attributes.length > 0)
        await service.change(changes, attributes, Number(field('version')));
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'VERSION_CONFLICT')
        return this.render(visit, await service.own(), field, NO_FAULTS, 'changed');
      const faults = faultsOf(fault, profile);
      if (!faults) throw fault;
      return this.render(visit, profile, field, faults, 'faulty');
    }
    return seeOther(response, `${form.action}?saved`);
  }

  private render(
    { response, shell, form }: OwnVisit,
    profile: Profile,
    typed: Typed,
    faults: ReadonlyMap<string, ProfileFault>,
    note: ProfileContext['note'],
  ): void {
    const { user } = profile;
    const html = renderProfile({
      ...shell,
      ...form,
      hidden: { ...form.hidden, version: String(user.version) },
      email: user.email,
      own: OWN_FIELDS.map((field) => ({ field, value: typed(field), fault: faults.get(field) ?? null })),
      attributes: inputsOf(profile, typed, faults),
      note,
    });
    sendPage(response, html, { status: note === 'faulty' ? 400 : note === 'changed' ? 409 : 200 });
  }
}
