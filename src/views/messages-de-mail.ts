import type { mails } from './messages-mail.ts';

/** The texts of the mails, and of the page that keeps them, in German. */
export const mailsDe: Record<keyof typeof mails, string> = {
  'mail.greeting': 'Hallo {name},',
  'mail.greetingUnnamed': 'Hallo,',
  'mail.linkHint': 'Wenn der Knopf nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  'mail.footer': 'Diese Nachricht wurde von {customer} an {email} gesendet.',
  'mail.notYou': 'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und sagen Sie einem Administrator Bescheid.',
  'mail.ignore':
    'Wenn Sie nicht darum gebeten haben, können Sie diese Nachricht ignorieren; es hat sich nichts geändert.',
  'mail.fact.time': 'Zeit',
  'mail.fact.device': 'Gerät',
  'mail.fact.address': 'IP-Adresse',
  'mail.fact.newEmail': 'Neue Adresse',
  'mail.fact.application': 'Anwendung',

  'mail.invitation.subject': 'Ihre Einladung zu {customer}',
  'mail.invitation.text': 'Sie sind zu {customer} eingeladen. Wählen Sie ein Passwort, um Ihr Konto zu aktivieren.',
  'mail.invitation.textFrom':
    '{inviter} lädt Sie zu {customer} ein. Wählen Sie ein Passwort, um Ihr Konto zu aktivieren.',
  'mail.invitation.next': 'Der Link funktioniert einmal und gilt {life}.',
  'mail.invitation.button': 'Konto aktivieren',
  'mail.invitation.ignore': 'Wenn Sie nicht wissen, worum es geht, können Sie diese Nachricht ignorieren.',

  'mail.signInCode.subject': 'Ihr Code zur Anmeldung',
  'mail.signInCode.text':
    'Geben Sie diesen Code in dem Browser ein, in dem Sie gerade Ihr Passwort eingegeben haben. Er gilt nur dort, {life}.',
  'mail.signInCode.notYou':
    'Wenn Sie das nicht sind, kennt jemand Ihr Passwort: Ändern Sie es jetzt. Geben Sie den Code niemandem, wer auch danach fragt.',
  'mail.verifyEmail.subject': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'mail.verifyEmail.text':
    'Bitte bestätigen Sie, dass {email} Ihre Adresse ist. Der Link funktioniert einmal und gilt {life}.',
  'mail.verifyEmail.button': 'Adresse bestätigen',

  'mail.passwordReset.subject': 'Ein neues Passwort setzen',
  'mail.passwordReset.text':
    'Öffnen Sie den Link unten, um ein neues Passwort für Ihr Konto zu setzen, wie jemand gebeten hat. Er funktioniert einmal und gilt {life}.',
  'mail.passwordReset.button': 'Neues Passwort setzen',

  'mail.emailChange.subject': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'mail.emailChange.text':
    'Bitte bestätigen Sie, dass Sie sich von jetzt an als {email} anmelden möchten. Der Link funktioniert einmal und gilt {life}.',
  'mail.emailChange.button': 'Neue Adresse bestätigen',

  'mail.emailChangeRequested.subject': 'Ihre E-Mail-Adresse soll geändert werden',
  'mail.emailChangeRequested.text':
    'Brechen Sie die Änderung Ihrer E-Mail-Adresse unten ab, wenn Sie nicht darum gebeten haben. Sie gilt, sobald die neue Adresse bestätigt ist.',
  'mail.emailChangeRequested.notYou':
    'Wenn Sie das nicht waren, setzen Sie auch ein anderes Passwort und sagen Sie einem Administrator Bescheid.',
  'mail.emailChangeRequested.cancel': 'Änderung abbrechen',
  'mail.emailChanged.subject': 'Ihre E-Mail-Adresse wurde geändert',
  'mail.emailChanged.text': 'Melden Sie sich von jetzt an mit Ihrer neuen Adresse an und nicht mehr mit dieser.',
  'mail.passwordChanged.subject': 'Ihr Passwort wurde geändert',
  'mail.passwordChanged.text':
    'Sie müssen nichts tun, wenn Sie gerade das Passwort Ihres Kontos geändert haben. Ihre anderen Sitzungen wurden beendet.',
  'mail.mfaEnabled.subject': 'Die Bestätigung in zwei Schritten ist eingeschaltet',
  'mail.mfaEnabled.text':
    'Halten Sie zur Anmeldung Ihre Authenticator-App bereit. Von jetzt an brauchen Sie einen Code aus ihr.',
  'mail.mfaDisabled.subject': 'Die Bestätigung in zwei Schritten ist ausgeschaltet',
  'mail.mfaDisabled.text':
    'Melden Sie sich von jetzt an ohne Ihre Authenticator-App und ihre Ersatzcodes an. Sie werden nicht mehr gebraucht.',
  'mail.mfaAppRemoved.subject': 'Ihre Authenticator-App wurde entfernt',
  'mail.mfaAppRemoved.text':
    'Nehmen Sie von jetzt an einen Passkey als zweiten Schritt. Codes der App und ihre Ersatzcodes gelten nicht mehr, und die Bestätigung in zwei Schritten bleibt eingeschaltet.',
  'mail.newSignIn.subject': 'Eine neue Anmeldung bei Ihrem Konto',
  'mail.newSignIn.text':
    'Prüfen Sie, ob Sie das waren: Gerade wurde Ihr Konto mit einem Browser benutzt, den wir nicht erkannt haben.',
  'mail.factorFailed.subject': 'Ein zweiter Schritt wurde abgelehnt',
  'mail.factorFailed.text':
    'Prüfen Sie, ob Sie das waren: Der zweite Schritt Ihres Kontos wurde falsch beantwortet und abgelehnt. Bei einer Anmeldung hat jemand da schon Ihr Passwort eingegeben.',
  'mail.factorsChangedAgain.subject': 'Ihre Bestätigung in zwei Schritten wurde wieder geändert',
  'mail.factorsChangedAgain.text':
    'Bitte prüfen Sie Ihr Konto. Nach früheren Mails wurden Ihre Bestätigung in zwei Schritten, Ihre Passkeys oder Ihre Ersatzcodes wieder geändert oder verwendet. Diese Mail steht für alles von der unten genannten Zeit an bis jetzt.',
  'mail.impersonated.subject': 'Ein Administrator handelt in Ihrem Namen',
  'mail.impersonated.text':
    'Sie müssen nichts tun, wenn Sie das erwartet haben: Ein Administrator benutzt eine Anwendung in Ihrem Namen, höchstens eine Viertelstunde lang. Ihr Passwort und Ihr Konto bleiben, wie sie sind.',
  'mail.impersonated.advice':
    'Wenn Sie das nicht erwartet haben, fragen Sie Ihre Administratoren. Es steht im Verlauf Ihres Kontos.',
  'mail.passkeyAdded.subject': 'Sie haben einen neuen Passkey',
  'mail.passkeyAdded.text':
    'Prüfen Sie, ob Sie das waren: Der Passkey „{passkey}“ wurde Ihrem Konto hinzugefügt. Mit ihm melden Sie sich ohne Passwort an.',
  'mail.passkeyRemoved.subject': 'Ein Passkey wurde entfernt',
  'mail.passkeyRemoved.text':
    'Prüfen Sie, ob Sie das waren: Der Passkey „{passkey}“ wurde aus Ihrem Konto entfernt. Sie melden sich mit ihm nicht mehr an.',
  'mail.passkeyRefused.subject': 'Ein Passkey wurde abgelehnt',
  'mail.passkeyRefused.text':
    'Entfernen Sie den Passkey „{passkey}“ aus Ihrem Konto. Eine Anmeldung mit ihm wurde abgelehnt: Sein Zähler ist nicht gestiegen. Er kann also kopiert worden sein.',
  'mail.passkeyRefused.advice': 'Wenn das nicht Ihre Anmeldung war, sagen Sie einem Administrator Bescheid.',
  'mail.mfaReset.subject': 'Ihre Bestätigung in zwei Schritten wurde zurückgesetzt',
  'mail.mfaReset.text':
    'Bitte richten Sie die Bestätigung in zwei Schritten nach der Anmeldung neu ein. Ein Administrator hat sie und alle Passkeys von Ihrem Konto entfernt.',
  'mail.mfaReset.notYou': 'Wenn Sie nicht darum gebeten haben, sagen Sie einem Administrator Bescheid.',
  'mail.backupCodeUsed.subject': 'Ein Ersatzcode wurde verwendet',
  'mail.backupCodeUsed.text':
    'Prüfen Sie, ob Sie das waren: Jemand hat einen Ersatzcode Ihres Kontos verwendet. Unbenutzte Codes: {count}.',
  'mail.backupCodesRegenerated.subject': 'Sie haben neue Ersatzcodes',
  'mail.backupCodesRegenerated.text':
    'Nehmen Sie von jetzt an Ihre neuen Ersatzcodes. Für Ihr Konto wurden neue erzeugt, und die bisherigen gelten nicht mehr.',
  'mail.accountDeleted.subject': 'Ihr Konto wurde gelöscht',
  'mail.accountDeleted.text':
    'Sie müssen nichts tun: Ihr Konto und alles, was dazugehört, wurde auf Ihren Wunsch gelöscht.',
  'mail.accountDeleted.notYou': 'Wenn Sie das nicht waren, sagen Sie einem Administrator Bescheid.',

  'mailbox.title': 'Postfach',
  'mailbox.lead': 'Diese E-Mails hätte der Server versendet. Sie bleiben hier, weil kein Mailserver eingestellt ist.',
  'mailbox.empty': 'Noch keine E-Mail.',
  'mailbox.list': 'E-Mails, die neueste zuerst',
  'mailbox.to': 'An',
  'mailbox.time': 'Zeit',
  'mailbox.html': 'Als HTML zeigen',
  'mailbox.back': 'Alle E-Mails',
};
