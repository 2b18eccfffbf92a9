import type { groups as english } from '../en/groups.ts';

/** The same in German. */
export const groups: Readonly<Record<keyof typeof english, string>> = {
  'group.one': 'Gruppe',
  'group.name': 'Name',
  'group.nameHelp': 'Anwendungen erhalten diesen Namen im Claim groups.',
  'group.description': 'Beschreibung',
  'group.organizationHelp':
    'Ihre Mitglieder können für sie handeln. Nur Administratoren ändern Gruppen einer Organisation.',
  'group.members': 'Mitglieder',
  'group.joined': 'Beigetreten',
  'group.search': 'Nach Namen suchen',
  'group.none': 'Keine Gruppen gefunden.',
  'group.about':
    'Eine Gruppe fasst Benutzer zusammen. Anwendungen sehen die Gruppen derer, die sich bei ihnen anmelden.',
  'group.noMembers': 'Keine Mitglieder gefunden.',
  'group.create': 'Gruppe anlegen',
  'group.isCreated': 'Die Gruppe ist angelegt.',
  'group.deleteText':
    '{name} wird mit allen Mitgliedschaften gelöscht: {count}. Das kann nicht rückgängig gemacht werden.',
  'group.add': 'Mitglieder hinzufügen',
  'group.addOne': 'Einen Benutzer finden',
  'group.addPasted': 'Oder Adressen einfügen',
  'group.addPastedHelp': 'Beliebiger Text mit Adressen: eine Liste, eine Spalte, ein Mailkopf.',
  'group.addFound': 'Adressen hinzufügen: {count}',
  'group.added': 'Hinzugefügt: {added}. Unverändert: {before}.',
  'group.unknown': 'Adressen, die hier niemand hat: {count}',
  'group.removeMarked': 'Ausgewählte entfernen: {count}',
  'group.areRemoved': 'Die Mitglieder sind entfernt.',
  'group.seenByText':
    'Diesen Anwendungen nennt Userinfo alle Gruppen derer, die sich bei ihnen anmelden. Sie sehen diese Gruppe also bei ihren Mitgliedern.',
  'group.seenIn': 'Wo',
  'group.seenInUserinfo': 'Userinfo',
  'group.seenInBoth': 'Userinfo und ID-Tokens',

  'groupTab.members': 'Mitglieder',
  'groupTab.profile': 'Einzelheiten',
  'groupTab.applications': 'Anwendungen',
};
