import type { organizations as english } from '../en/organizations.ts';

/** The same in German. */
export const organizations: Readonly<Record<keyof typeof english, string>> = {
  'organization.search': 'Nach Namen suchen',
  'organization.none': 'Keine Organisationen gefunden.',
  'organization.about':
    'Eine Organisation ist eine Firma oder Abteilung: Benutzer gehören ihr an, und Gruppen können es auch.',
  'organization.create': 'Organisation anlegen',
  'organization.isCreated': 'Die Organisation ist angelegt.',
  'organization.deleteText':
    '{name} wird gelöscht. Die Gruppen und Benutzer bleiben und gehören zu keiner Organisation.',
  'organization.addHelp': 'Wer in einer anderen Organisation ist, verlässt sie.',
  'organization.groups': 'Ihre Gruppen',
};
