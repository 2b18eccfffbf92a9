import type { settings as english } from '../en/settings.ts';

/** The same in German. */
export const settings: Readonly<Record<keyof typeof english, string>> = {
  'keys.notAllowed':
    'Die Signaturschlüssel dürfen Sie nicht sehen. Sie gehören dem Server und sind Sache des Betreibers.',
  'keys.lead':
    'Schlüssel werden von selbst ersetzt. Anwendungen lesen die jetzigen unter der Adresse des Schlüsselsatzes.',
  'keys.algorithm': 'Algorithmus',
  'keys.state': 'Zustand',
  'keys.rotates': 'Nächster Wechsel',
  'keys.signing': 'Signiert',
  'keys.waiting': 'Prüft nur',
  'keys.overdue': 'Überfällig',

  'settings.lead': 'Was gilt, und woher es kommt. Die Konfiguration ändert nur, wer den Server betreibt.',
  'settings.customer': 'Dieser Kunde',
  'settings.tokens': 'Token und Schlüssel',
  'settings.audit': 'Protokoll',
  'settings.signUp': 'Registrierung',
  'settings.passwords': 'Passwörter',
  'settings.sessions': 'Sitzungen',
  'settings.groups': 'Gruppen',
  'settings.clients': 'Anwendungen',
  'settings.mails': 'Mails',
  'settings.limits': 'Grenzen',

  'setting.signUp.enabled': 'Fremde dürfen sich registrieren',
  'setting.signUp.requiresVerifiedEmail': 'Die Adresse muss bestätigt sein',
  'setting.passwords.minLength': 'Mindestlänge',
  'setting.passwords.maxBytes': 'Höchstlänge in Bytes',
  'setting.passwords.minScore': 'Mindeststärke (0 bis 4)',
  'setting.passwords.refusesBreached': 'Bekannt gewordene Passwörter ablehnen',
  'setting.sessions.idleSeconds': 'Enden unbenutzt nach',
  'setting.sessions.absoluteSeconds': 'Enden in jedem Fall nach',
  'setting.sessions.proofSeconds': 'Ein Nachweis ist frisch für',
  'setting.groups.managedBy': 'Verwaltet von',
  'setting.groups.perUser': 'Gruppen je Benutzer, höchstens',
  'setting.groups.perMember': 'Eigene Gruppen je Mitglied, höchstens',
  'setting.clients.ofMembers': 'Mitglieder dürfen Anwendungen registrieren',
  'setting.clients.registration': 'Anwendungen dürfen sich selbst registrieren',
  'setting.clients.metadataDocuments': 'Anwendungen dürfen sich an einer Adresse beschreiben',
  'setting.clients.resourceMetadata': 'Metadaten der APIs werden veröffentlicht',
  'setting.clients.perMember': 'Eigene Anwendungen je Mitglied, höchstens',
  'setting.clients.uris': 'Adressen je Anwendung, höchstens',
  'setting.clients.graceSeconds': 'Ein ersetztes Geheimnis gilt höchstens',
  'setting.customer.selfDeletion': 'Benutzer dürfen ihre Konten löschen',
  'setting.customer.rememberDeviceDays': 'Tage, die Geräte gemerkt werden',
  'setting.customer.emailCodes': 'Codes per E-Mail',
  'setting.customer.passwordSignIn': 'Wen Passwörter anmelden',
  'setting.customer.impersonation': 'Administratoren, die im Namen von Benutzern handeln dürfen',
  'setting.customer.impersonationMails': 'Benutzer bekommen eine Mail, wenn ein Administrator in ihrem Namen handelt',
  'setting.customer.termsUrl': 'Adresse der Bedingungen',
  'setting.tokens.accessSeconds': 'Access-Token gelten',
  'setting.tokens.refreshSeconds': 'Refresh-Token gelten',
  'setting.tokens.keyRotationSeconds': 'Signaturschlüssel werden ersetzt nach',
  'setting.audit.retentionDays': 'Ereignisse werden gelöscht nach',
  'setting.mails.enabled': 'Können gesendet werden',
  'setting.limits.bulk': 'Einträge je Sammeländerung, höchstens',
  'setting.limits.members': 'Mitglieder je Änderung, höchstens',
  'setting.limits.pageMax': 'Einträge je Seite, höchstens',
  'setting.limits.cost': 'Kosten eines GraphQL-Dokuments',
  'setting.limits.costPerSecond': 'Kosten pro Sekunde',
  'setting.limits.memberChangesPerHour': 'Änderungen eines Mitglieds pro Stunde',
  'setting.limits.depth': 'Tiefe eines GraphQL-Dokuments',
  'setting.limits.requestSeconds': 'Längste Anfrage',
  'setting.limits.answerBytes': 'Bytes einer Antwort',

  'origin.ENVIRONMENT': 'Umgebungsvariable',
  'origin.FILE': 'Datei',
  'origin.DEFAULT': 'Standardwert',
  'origin.GENERATED': 'Vom Server erzeugt',
  'origin.UNSET': 'Nicht gesetzt',
  'origin.FIXED': 'Fest',
  'origin.CUSTOMER': 'Für diesen Kunden gesetzt',

  'signIn.title': 'Anmeldung',
  'signIn.rememberHelp':
    'Benutzer können wünschen, auf einem Gerät so viele Tage lang nicht nach dem zweiten Faktor gefragt zu werden, höchstens 365. Bei 0 werden alle Geräte vergessen.',
  'signIn.passwordHelp':
    'Bei der zweiten Wahl meldet sich nur noch mit dem Passkey an, wer einen hat. Wer alle Passkeys verloren hat, braucht einen Administrator, der die Bestätigung in zwei Schritten zurücksetzt.',
  'signIn.emailCodesHelp':
    'Nach dem Passwort geben Benutzer ohne App und Passkey einen Code ein, der an ihre bestätigte Adresse gesandt wird. Das ist ein schwacher zweiter Faktor: Wo eine App oder ein Passkey verlangt ist, zählt er nicht.',
  'signIn.isChanged': 'Die Einstellungen der Anmeldung sind geändert.',

  'secondFactor.title': 'Zweiter Faktor',
  'secondFactor.lead':
    'Wer einen zweiten Faktor haben muss. Wer keinen hat, wird bei der Anmeldung danach gefragt und richtet eine Authenticator-App oder einen Passkey ein.',
  'secondFactor.requiredOf': 'Wer einen haben muss',
  'secondFactor.groups': 'Gruppen',
  'secondFactor.groupsHelp':
    'Ihre Mitglieder müssen einen haben, außer wenn ihn niemand haben muss. Nur Administratoren ändern diese Gruppen und ihre Mitglieder, und niemand löscht eine, solange sie hier steht.',
  'secondFactor.clients': 'Anwendungen',
  'secondFactor.clientsHelp': 'Wer sich dort anmeldet, muss einen haben, außer wenn ihn niemand haben muss.',
  'secondFactor.grace': 'Benutzer können es aufschieben um',
  'secondFactor.graceHelp':
    'Gezählt ab der ersten Anmeldung, die danach fragt. Danach meldet sich niemand ohne zweiten Faktor an.',
  'secondFactor.atOnce': 'Gar nicht',

  'secondFactorOf.NOBODY': 'Niemand: Benutzer entscheiden selbst',
  'secondFactorOf.CHOSEN': 'Nur die gewählten Gruppen und Anwendungen',
  'secondFactorOf.ADMINISTRATORS': 'Administratoren sowie die gewählten Gruppen und Anwendungen',
  'secondFactorOf.EVERYBODY': 'Alle',

  'passwordSignIn.ALLOWED': 'Alle',
  'passwordSignIn.UNTIL_PASSKEY': 'Benutzer ohne Passkey',

  'impersonation.OFF': 'Niemand',
  'impersonation.LISTED': 'Die aufgeführten',
  'impersonation.ADMINISTRATORS': 'Alle Administratoren',

  'managers.ADMINS': 'Administratoren',
  'managers.MEMBERS': 'Mitglieder',
};
