import { accountDe } from './messages-de-account.ts';
import { mailsDe } from './messages-de-mail.ts';
import type { en } from './messages-en.ts';

/** Every text of the pages and mails, in German. */
export const de: Record<keyof typeof en, string> = {
  ...accountDe,
  ...mailsDe,

  'layout.product': 'Guildhall',
  'layout.errorTitle': 'Fehler: {title}',

  'field.name': 'Ihr Name',
  'field.organization': 'Organisation',
  'field.email': 'E-Mail-Adresse',
  'field.login': 'E-Mail-Adresse oder Benutzername',
  'field.password': 'Passwort',
  'field.code': 'Code',
  'field.currentPassword': 'Bisheriges Passwort',
  'field.newPassword': 'Neues Passwort',
  'field.confirmation': 'Passwort wiederholen',

  'device.named': '{browser} unter {system}',

  'password.rules':
    'Mindestens {min} Zeichen. Länge zählt mehr als Sonderzeichen: Einige Wörter ohne Zusammenhang eignen sich gut.',

  'password.show': 'Passwort zeigen',
  'password.hide': 'Passwort verbergen',

  'formError.badCredentials': 'E-Mail-Adresse und Passwort passen nicht zusammen. Bitte versuchen Sie es noch einmal.',
  'formError.badCredentialsOrPasskey':
    'E-Mail-Adresse und Passwort passen nicht zusammen, oder dieses Konto meldet sich nur mit seinem Passkey an.',
  'formError.tooManyTries': 'Zu viele Versuche. Bitte warten Sie {wait} und versuchen Sie es noch einmal.',
  'formError.sessionExpired': 'Diese Seite war zu lange offen. Bitte versuchen Sie es noch einmal.',
  'formError.wrongPasskey': 'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder auf anderem Weg.',
  'formError.passkeyKnown': 'Dieser Passkey gehört schon zu einem Konto.',
  'formError.tooManyPasskeys': 'Sie haben schon 20 Passkeys. Mehr geht nicht. Entfernen Sie zuerst einen.',
  'formError.invalidPasskeyName': 'Geben Sie dem Passkey einen Namen in einer Zeile mit höchstens 100 Zeichen.',
  'formError.wrongDeviceCode':
    'Kein Gerät wartet mit diesem Code. Bitte prüfen Sie ihn. Ein Code läuft nach einigen Minuten ab: Beginnen Sie dann am Gerät noch einmal.',
  'formError.wrongCode': 'Dieser Code ist nicht richtig oder schon verwendet. Bitte geben Sie einen neuen ein.',
  'formError.foreignOrganization':
    'Sie gehören zu keiner Organisation mit diesem Namen. Bitte prüfen Sie die Schreibweise.',
  'formError.unknownOrganization': 'Es gibt keine Organisation mit diesem Namen. Bitte prüfen Sie die Schreibweise.',
  'formError.wrongAccountPassword': 'Das ist nicht das Passwort dieses Kontos.',
  'formError.wrongPassword': 'Das ist nicht Ihr bisheriges Passwort.',
  'formError.passwordTooShort': 'Bitte wählen Sie ein Passwort mit mindestens {min} Zeichen.',
  'formError.passwordTooLong': 'Dieses Passwort ist zu lang. Bitte wählen Sie ein kürzeres.',
  'formError.passwordCommon':
    'Das ist ein häufiges Passwort oder fast eines. Bitte verwenden Sie mehrere Wörter ohne Zusammenhang.',
  'formError.passwordPersonal':
    'Dieses Passwort beruht auf Ihrem Namen, Ihrer Adresse, Ihrer Organisation oder diesem Dienst. Bitte verwenden Sie mehrere Wörter ohne Zusammenhang.',
  'formError.passwordWord':
    'Das ist ein Wort oder ein Name mit wenigen anderen Zeichen. Bitte fügen Sie weitere Wörter ohne Zusammenhang hinzu.',
  'formError.passwordPattern':
    'Das ist eine Wiederholung, eine Folge, ein Datum oder eine Reihe der Tastatur. Bitte verwenden Sie mehrere Wörter ohne Zusammenhang.',
  'formError.passwordWeak':
    'Dieses Passwort ist leicht zu erraten. Bitte machen Sie es länger: Fügen Sie weitere Wörter ohne Zusammenhang hinzu.',
  'formError.passwordBreached':
    'Dieses Passwort ist anderswo bei einem Datenleck bekannt geworden, deshalb probieren Angreifer es aus. Bitte verwenden Sie ein anderes.',
  'formError.passwordUnchanged': 'Das ist Ihr bisheriges Passwort. Bitte wählen Sie ein anderes.',
  'formError.passwordsDiffer': 'Die beiden Passwörter sind nicht gleich. Bitte tippen Sie sie noch einmal.',
  'formError.invalidName': 'Bitte geben Sie Ihren Namen mit höchstens 255 Zeichen ein.',
  'formError.emailTaken': 'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Sie können sich damit anmelden.',
  'formError.invalidNewEmail': 'Bitte geben Sie eine andere E-Mail-Adresse als Ihre jetzige ein, wie name@example.com.',
  'formError.invalidEmail': 'Bitte geben Sie eine E-Mail-Adresse ein, wie name@example.com.',
  'formError.wrongConfirmation': 'Das ist nicht die E-Mail-Adresse Ihres Kontos. Es wurde nichts gelöscht.',
  'formError.lastAdministrator':
    'Sie sind der letzte Administrator. Machen Sie erst jemand anderen zum Administrator. Es wurde nichts gelöscht.',

  'formError.termsNotAccepted': 'Bitte stimmen Sie den Nutzungsbedingungen zu, um ein Konto anzulegen.',

  'login.title': 'Anmelden',
  'login.again.title': 'Bestätigen Sie, dass Sie es sind',
  'login.again.lead': 'Für den nächsten Schritt wird Ihr Passwort noch einmal gebraucht.',
  'login.again.submit': 'Bestätigen',
  'login.organization': 'Bei einer bestimmten Organisation anmelden',
  'login.another': 'Nicht Sie? Ein anderes Konto verwenden',
  'login.accounts': 'Konten dieses Browsers',
  'login.stay': 'Angemeldet bleiben, wenn ich den Browser schließe',
  'login.toClient': 'um zu {client} weiterzugehen',
  'login.submit': 'Anmelden',
  'login.passkey': 'Mit Passkey anmelden',
  'passkey.failed': 'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal oder auf anderem Weg.',
  'passkey.notMade':
    'Es wurde kein Passkey angelegt. Versuchen Sie es noch einmal. Ein Gerät, das schon einen von Ihnen hat, legt keinen zweiten an.',
  'login.cancel': 'Abbrechen',
  'login.forgotPassword': 'Passwort vergessen?',
  'login.noAccount': 'Noch kein Konto?',
  'login.signUp': 'Registrieren',

  'signUp.title': 'Konto anlegen',
  'signUp.submit': 'Konto anlegen',
  'signUp.terms': 'Nutzungsbedingungen',
  'signUp.accept': 'Ich stimme den Nutzungsbedingungen zu',
  'signUp.terms.read': 'Nutzungsbedingungen lesen',
  'signUp.haveAccount': 'Haben Sie schon ein Konto?',

  'organization.lead': 'Mehrere Organisationen benutzen diesen Dienst. Zu welcher gehören Sie?',
  'organization.hint':
    'Geben Sie den Namen wie in Ihrer Einladung ein. Anwendungen wählen die richtige Organisation für Sie.',
  'organization.submit': 'Weiter',

  'chooseCustomer.title': 'Organisation wählen',
  'chooseCustomer.lead': 'Ihre Adresse und Ihr Passwort öffnen mehrere Konten. Welches möchten Sie benutzen?',

  'emailCode.title': 'Sehen Sie in Ihre E-Mails',
  'emailCode.lead': 'Wir haben einen Code an {email} gesandt',
  'emailCode.hint': 'Geben Sie den Code der neuesten Mail hier ein, in diesem Browser. Er gilt zehn Minuten.',
  'emailCode.resend': 'Einen anderen Code senden',
  'emailCode.resent': 'Wir haben einen anderen Code gesandt. Der vorige gilt nicht mehr.',
  'secondFactor.title': 'Bestätigung in zwei Schritten',
  'secondFactor.lead': 'Anmeldung als {email}',
  'secondFactor.hint': 'Geben Sie den Code aus Ihrer Authenticator-App oder einen Ihrer Ersatzcodes ein.',
  'secondFactor.hint.backup': 'Benutzen Sie Ihren Passkey, oder geben Sie einen Ihrer Ersatzcodes ein.',
  'secondFactor.backupCodesLeft':
    'Unbenutzte Ersatzcodes: {count}. Erzeugen Sie bald neue, damit Sie nicht ausgesperrt werden.',
  'secondFactor.remember': 'Auf diesem Gerät {days} lang nicht mehr danach fragen',
  'secondFactor.submit': 'Bestätigen',
  'secondFactor.passkey': 'Passkey benutzen',
  'secondFactor.passkey.missing':
    'Sie brauchen jetzt einen Ihrer Passkeys. Dieser Browser hat keinen, oder seine Skripte sind abgeschaltet.',
  'secondFactor.lostPasskey': 'Kein Passkey zur Hand?',
  'secondFactor.lost.passkey':
    'Ohne Ihre Passkeys bitten Sie einen Administrator Ihrer Organisation, Ihre Bestätigung in zwei Schritten zurückzusetzen. Er muss sich erst vergewissern, dass Sie es sind.',

  'secondFactor.lost': 'Kein Code zur Hand?',
  'secondFactor.lost.backup':
    'Geben Sie einen der Ersatzcodes ein, die Sie beim Einrichten der Bestätigung in zwei Schritten bekommen haben. Jeder gilt einmal.',
  'secondFactor.lost.none':
    'Ohne Ersatzcodes bitten Sie einen Administrator Ihrer Organisation, Ihre Bestätigung in zwei Schritten zurückzusetzen. Er muss sich erst vergewissern, dass Sie es sind.',

  'enroll.title': 'Konto absichern',
  'enroll.why':
    'Ihre Organisation verlangt bei der Anmeldung einen zweiten Schritt: einen Code aus einer App auf Ihrem Telefon oder einen Passkey. Wer Ihr Passwort erfährt, kann sich ohne ihn nicht anmelden.',
  'enroll.app': 'Authenticator-App einrichten',
  'enroll.passkey': 'Oder benutzen Sie Fingerabdruck, Gesicht oder PIN dieses Geräts:',
  'enroll.until': 'Sie können das später tun, bis {time}.',
  'enroll.later': 'Später',
  'enroll.next': 'Ich habe sie aufbewahrt, weiter',

  'consent.title': '{client} Zugriff erlauben?',
  'consent.lead': 'Angemeldet als {email}',
  'consent.scopes': '{client} möchte:',
  'consent.registeredBy':
    '{name} ({email}) hat diese Anwendung registriert. Sie gehört nicht zu {customer}. Erlauben Sie den Zugriff nur, wenn Sie dieser Person vertrauen.',
  'consent.registeredItself':
    'Diese Anwendung hat sich selbst registriert. Niemand bei {customer} hat ihren Namen und ihr Logo geprüft. Erlauben Sie den Zugriff nur, wenn Sie sie kennen.',
  'consent.describesItself':
    'Diese Anwendung beschreibt sich selbst unter {host}. Niemand bei {customer} hat ihren Namen und ihr Logo geprüft. Erlauben Sie den Zugriff nur, wenn Sie diesen Host kennen und die Anwendung gerade selbst gestartet haben.',
  'consent.organization': 'Sie handeln für {organization}.',
  'consent.details': 'Im Einzelnen:',
  'detail.locations': 'Wo',
  'detail.actions': 'Aktionen',
  'detail.datatypes': 'Arten von Daten',
  'detail.privileges': 'Rechte',
  'detail.identifier': 'Von',
  'consent.api': 'Bei {api}:',
  'consent.resources': 'Der Zugriff wird hier verwendet:',
  'consent.returnTo': 'Nach Ihrer Antwort geht es zu {host}.',
  'consent.allow': 'Erlauben',
  'consent.deny': 'Ablehnen',
  'consent.documents': 'Wie {client} Ihre Daten verwendet:',
  'consent.policy': 'Datenschutzerklärung',
  'consent.tos': 'Nutzungsbedingungen',

  'consent.device.code': 'Code am Gerät',
  'consent.device.program': 'Programm',
  'consent.device.place': 'Angefragt von',
  'consent.device.time': 'Angefragt am',
  'consent.device.warning':
    'Erlauben Sie das nur, wenn Sie es gerade selbst begonnen haben und Ihr Gerät diesen Code zeigt. Hat jemand anders Ihnen den Code oder einen Link gegeben, lehnen Sie ab: Er bekäme Zugang zu Ihrem Konto.',

  'deviceCode.title': 'An einem Gerät anmelden',
  'deviceCode.lead': 'Geben Sie den Code ein, den Ihr Gerät oder Programm zeigt.',
  'deviceCode.compare': 'Vergleichen Sie: Zeigt Ihr Gerät oder Programm genau diesen Code?',
  'deviceCode.field': 'Code',
  'deviceCode.hint': 'Acht Buchstaben, wie BCDF-GHJK',
  'deviceCode.warning':
    'Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben. Niemand, der Ihnen hilft oder Sie anruft, braucht einen solchen Code.',
  'deviceCode.submit': 'Weiter',
  'deviceCode.elsewhere': 'Auf dem Telefon fortfahren',
  'deviceCode.elsewhere.scan': 'Scannen Sie dieses Bild mit dem Telefon, auf dem Sie sich anmelden wollen.',
  'deviceCode.elsewhere.picture': 'QR-Code mit der Adresse dieser Seite',

  'scope.openid': 'Wissen, wer Sie sind',
  'scope.openid.detail': 'Eine Kennung Ihres Kontos und die Namen Ihrer Gruppen',
  'scope.openid.identifier': 'Eine Kennung Ihres Kontos',
  'scope.profile': 'Ihr Profil sehen',
  'scope.profile.detail': 'Name, Benutzername, Bild und was sonst im Profil steht, zum Beispiel Ihre Sprache',
  'scope.email': 'Ihre E-Mail-Adresse sehen',
  'scope.email.detail': 'Und ob sie bestätigt ist',
  'scope.phone': 'Ihre Telefonnummer sehen',
  'scope.phone.detail': 'Und ob sie bestätigt ist',
  'scope.address': 'Ihre Anschrift sehen',
  'scope.address.detail': 'Oder die Teile davon, die Sie angegeben haben',
  'scope.groups': 'Ihre Gruppen sehen',
  'scope.groups.detail': 'Die Namen Ihrer Gruppen, bei jeder Anmeldung',
  'scope.organization': 'Wissen, für welche Organisation Sie handeln',
  'scope.organization.detail': 'Ihren Namen, solange Sie zu ihr gehören',
  'scope.offline': 'Den Zugriff behalten, wenn Sie nicht da sind',
  'scope.offline.detail': 'Bis Sie oder ein Administrator ihn beenden',
  'scope.read': '{customer} in Ihrem Namen verwalten: alle Benutzer, Anwendungen und Einladungen sehen',
  'scope.write': '{customer} in Ihrem Namen verwalten: Benutzer, Anwendungen und Organisationen anlegen und ändern',
  'scope.admin':
    '{customer} in Ihrem Namen verwalten: alles tun, was Sie können, auch Benutzer löschen und Administratoren ernennen',
  'scope.other': 'Die Berechtigung „{scope}“ benutzen',

  'claim.see': 'Sehen: {what}',
  'claim.name': 'Ihren Namen',
  'claim.given_name': 'Ihren Vornamen',
  'claim.family_name': 'Ihren Nachnamen',
  'claim.middle_name': 'Ihren zweiten Vornamen',
  'claim.nickname': 'Ihren Spitznamen',
  'claim.preferred_username': 'Ihren Benutzernamen',
  'claim.picture': 'Ihr Bild',
  'claim.profile': 'die Adresse Ihrer Profilseite',
  'claim.website': 'Ihre Website',
  'claim.gender': 'Ihr Geschlecht',
  'claim.birthdate': 'Ihr Geburtsdatum',
  'claim.zoneinfo': 'Ihre Zeitzone',
  'claim.locale': 'Ihre Sprache',
  'claim.updated_at': 'wann Ihr Profil zuletzt geändert wurde',
  'claim.email': 'Ihre E-Mail-Adresse',
  'claim.email_verified': 'ob Ihre E-Mail-Adresse bestätigt ist',
  'claim.phone_number': 'Ihre Telefonnummer',
  'claim.phone_number_verified': 'ob Ihre Telefonnummer bestätigt ist',
  'claim.address': 'Ihre Anschrift',
  'claim.groups': 'die Namen Ihrer Gruppen',
  'claim.organization': 'die Organisation, für die Sie handeln',

  'selectAccount.title': 'Konto wählen',
  'selectAccount.toClient': 'um zu {client} weiterzugehen',
  'selectAccount.continue': 'Weiter als {email}',
  'selectAccount.another': 'Ein anderes Konto verwenden',

  'selectOrganization.title': 'Organisation wählen',
  'selectOrganization.lead': 'Für wen handeln Sie bei {client}? Sie sind als {email} angemeldet.',
  'selectOrganization.name': 'Name der Organisation',
  'selectOrganization.or': 'Oder wählen Sie eine von diesen:',
  'selectOrganization.submit': 'Weiter',

  'postedAnswer.title': 'Einen Moment',
  'postedAnswer.lead': 'Weiter zu {client}',
  'postedAnswer.submit': 'Weiter',

  'logout.title': 'Abmelden?',
  'logout.lead': 'Sie sind als {email} angemeldet.',
  'logout.client': '{client} möchte Sie abmelden.',
  'logout.submit': 'Abmelden',
  'logout.stay': 'Angemeldet bleiben',

  'loggedOut.title': 'Sie sind abgemeldet',
  'loggedOut.lead': 'Schließen Sie an einem gemeinsam benutzten Computer auch die Fenster der Anwendungen.',
  'loggedOut.telling': 'Die Anwendungen erfahren es gerade.',
  'loggedOut.frame': 'Abmeldung von einer Anwendung',
  'loggedOut.back': 'Zurück zu {client}',
  'loggedOut.backUnnamed': 'Zurück zur Anwendung',
  'loggedOut.signIn': 'Wieder anmelden',

  'error.detail': 'Einzelheiten',
  'error.requestId': 'Kennung der Anfrage',
  'error.badRequest.title': 'Dieser Anmeldelink funktioniert nicht',
  'error.badRequest.text':
    'Die Anwendung hat eine ungültige Anfrage gesendet. Bitte gehen Sie zu ihr zurück und melden Sie ihren Entwicklern die Einzelheiten unten.',
  'error.noSilentSignIn.title': 'Sie müssen sich selbst anmelden',
  'error.noSilentSignIn.text':
    'Die Anwendung wollte Sie anmelden, ohne Sie etwas zu fragen. Das geht gerade nicht. Bitte gehen Sie zu ihr zurück und melden Sie sich dort an.',
  'error.notAdmitted.title': 'Sie können sich bei dieser Anwendung nicht anmelden',
  'error.notAdmitted.text':
    'Die Anwendung verlangt etwas, das Ihr Konto nicht hat. Bitte gehen Sie zu ihr zurück, oder fragen Sie einen Administrator.',
  'error.badLogout.title': 'Sie sind noch nicht abgemeldet',
  'error.badLogout.text':
    'Die Anwendung hat eine ungültige Anfrage gesendet, um Sie abzumelden. Sie können sich hier abmelden, kommen dann aber nicht zur Anwendung zurück. Ihren Entwicklern helfen die Einzelheiten unten.',
  'error.expired.title': 'Diese Seite ist abgelaufen',
  'error.expired.text':
    'Die Anmeldung hat zu lange gedauert. Bitte gehen Sie zur Anwendung zurück und beginnen Sie neu.',
  'error.otherBrowser.title': 'Diese Seite gehört zu einem anderen Browser',
  'error.otherBrowser.text':
    'Die Anmeldung hat in einem anderen Browser begonnen, oder Cookies sind ausgeschaltet. Bitte gehen Sie zur Anwendung zurück und beginnen Sie neu.',
  'error.otherHost.title': 'Diese Seite hat eine andere Adresse',
  'error.otherHost.text':
    'Sie haben sie unter einem Namen des Servers geöffnet, der nicht seiner ist. Von hier kann nichts gesendet werden. Bitte beginnen Sie noch einmal unter der Adresse unten.',
  'error.forbidden.title': 'Das dürfen Sie nicht',
  'error.forbidden.text': 'Ihr Konto hat dafür keine Berechtigung. Bitte wenden Sie sich an einen Administrator.',
  'error.notFound.title': 'Seite nicht gefunden',
  'error.notFound.text': 'Bitte prüfen Sie die Adresse dieser Seite.',
  'error.forPrograms.title': 'Diese Adresse ist für Programme',
  'error.forPrograms.text': 'Anwendungen senden ihre Anfragen hierher. Sie hat keine Seite für Browser.',
  'error.tooMany.title': 'Zu viele Versuche',
  'error.tooMany.text': 'Bitte warten Sie eine Weile und versuchen Sie es noch einmal.',
  'error.noMail.title': 'Die Mail kann nicht gesendet werden',
  'error.noMail.text':
    'Dieser Server ist nicht zum Senden von Mails eingerichtet. Bitte sagen Sie es einem Administrator.',
  'error.unavailable.title': 'Bitte versuchen Sie es gleich noch einmal',
  'error.unavailable.text': 'Der Dienst ist im Moment nicht erreichbar. Nichts, was Sie getan haben, ist verloren.',
  'error.internal.title': 'Bei uns ist etwas schiefgegangen',
  'error.internal.text':
    'Bitte versuchen Sie es noch einmal. Wenn es wieder geschieht, geben Sie einem Administrator die Kennung unten.',

  'start.title': 'Willkommen',
  'start.lead': 'Dies ist ein Server für Anmeldungen. Hier melden sich Menschen an, um ihre Anwendungen zu benutzen.',
  'start.signIn': 'Anmelden',
  'start.console': 'Verwaltungskonsole',

  'error.next.start': 'Zur Startseite',

  'setPassword.activation.title': 'Willkommen',
  'setPassword.activation.lead': 'Wählen Sie ein Passwort, um Ihr Konto zu aktivieren.',
  'setPassword.activation.from': '{inviter} lädt Sie zu {customer} ein.',
  'setPassword.activation.application': 'Anwendung',
  'setPassword.activation.submit': 'Konto aktivieren',
  'setPassword.temporary.title': 'Neues Passwort wählen',
  'setPassword.temporary.lead': 'Sie haben ein vorläufiges Passwort eingegeben. Wählen Sie eines, das nur Sie kennen.',
  'setPassword.temporary.submit': 'Weiter',
  'setPassword.reset.title': 'Neues Passwort setzen',
  'setPassword.reset.lead': 'Es ersetzt Ihr bisheriges Passwort und meldet Sie überall ab.',
  'setPassword.reset.submit': 'Passwort setzen',

  'firstSignIn.title': 'Ihr Server ist bereit',
  'firstSignIn.lead': 'Melden Sie sich als erster Administrator bei der Konsole an. Das geht einmal.',
  'firstSignIn.submit': 'Konsole öffnen',

  'forgotPassword.title': 'Passwort vergessen?',
  'forgotPassword.lead':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort setzen.',
  'forgotPassword.submit': 'Link senden',
  'forgotPassword.back': 'Zurück zur Anmeldung',

  'confirmEmail.verify.title': 'E-Mail-Adresse bestätigen',
  'confirmEmail.verify.lead': 'Ist {email} Ihre Adresse?',
  'confirmEmail.change.title': 'E-Mail-Adresse ändern',
  'confirmEmail.change.lead': 'Von jetzt an melden Sie sich als {email} an.',
  'confirmEmail.verify.password': 'Geben Sie das Passwort des Kontos ein, um zu bestätigen, dass es Ihres ist.',
  'confirmEmail.verify.takeOver': 'Ich kenne es nicht. Senden Sie mir einen Link, um ein neues zu setzen',
  'confirmEmail.submit': 'Adresse bestätigen',
  'confirmEmail.cancel.title': 'Änderung der Adresse abbrechen?',
  'confirmEmail.cancel.lead':
    'Sie melden sich weiter als {email} an. Der Link, der an die andere Adresse gesendet wurde, gilt nicht mehr.',
  'confirmEmail.cancel.submit': 'Änderung abbrechen',

  'notice.mailSent.title': 'Sehen Sie in Ihr Postfach',
  'notice.mailSent.text': 'Wenn es ein Konto für {email} gibt, ist eine Nachricht mit einem Link dorthin unterwegs.',
  'notice.mailSent.hint':
    'Nach einigen Minuten keine Nachricht? Sehen Sie im Spam-Ordner nach, oder versuchen Sie es noch einmal.',
  'notice.emailUnproved.title': 'Bestätigen Sie erst Ihre Adresse',
  'notice.emailUnproved.text':
    'Wir haben eine Nachricht mit einem Link an {email} gesendet. Öffnen Sie den Link in diesem Browser, um fortzufahren.',
  'notice.emailUnproved.hint':
    'Nach einigen Minuten keine Nachricht? Sehen Sie im Spam-Ordner nach, oder melden Sie sich für einen neuen Link noch einmal an.',
  'notice.emailUnvouched.title': 'Ihre Adresse ist nicht bestätigt',
  'notice.emailUnvouched.text': 'Ein Administrator muss {email} bestätigen, bevor Sie sich anmelden können.',
  'notice.emailChangeSent.title': 'Bestätigen Sie die neue Adresse',
  'notice.emailChangeSent.text':
    'Eine Nachricht mit einem Link ist an {email} unterwegs. Ihre Adresse ändert sich, wenn Sie den Link öffnen.',
  'notice.signedUp.title': 'Ihr Konto ist bereit',
  'notice.signedUp.text':
    'Eine Nachricht mit einem Link ist an {email} unterwegs. Öffnen Sie den Link in diesem Browser, um zu bestätigen, dass die Adresse Ihre ist.',
  'notice.linkInvalid.title': 'Dieser Link gilt nicht mehr',
  'notice.linkInvalid.text': 'Er wurde schon benutzt, ist abgelaufen oder wurde durch einen neueren ersetzt.',
  'notice.emailVerified.title': 'Adresse bestätigt',
  'notice.emailVerified.text': '{email} ist bestätigt. Vielen Dank.',
  'notice.emailChanged.title': 'Adresse geändert',
  'notice.emailChanged.text': 'Von jetzt an melden Sie sich als {email} an.',
  'notice.emailChangeCanceled.title': 'Ihre Adresse bleibt, wie sie ist',
  'notice.emailChangeCanceled.text':
    'Sie melden sich weiter als {email} an. Wenn Sie nicht um die Änderung gebeten haben, hat jemand anders Zugang zu Ihrem Konto. Setzen Sie jetzt ein anderes Passwort.',
  'notice.accountActivated.title': 'Ihr Konto ist bereit',
  'notice.accountActivated.text': 'Melden Sie sich als {email} mit dem Passwort an, das Sie gerade gewählt haben.',
  'notice.passwordSet.title': 'Ihr neues Passwort ist gesetzt',
  'notice.passwordSet.text': 'Sie sind überall abgemeldet. Melden Sie sich als {email} mit dem neuen Passwort an.',
  'notice.deviceApproved.title': 'Ihr Gerät ist angemeldet',
  'notice.deviceApproved.text': 'Es geht dort von selbst weiter, als {email}. Sie können diese Seite schließen.',
  'notice.deviceDenied.title': 'Das Gerät ist nicht angemeldet',
  'notice.deviceDenied.text': 'Es hat keinen Zugang zu Ihrem Konto bekommen. Sie können diese Seite schließen.',
  'notice.deviceGone.title': 'Dieser Code gilt nicht mehr',
  'notice.deviceGone.text': 'Er wurde schon benutzt oder ist abgelaufen. Beginnen Sie am Gerät noch einmal.',
  'notice.emailTaken.title': 'Ihre Adresse bleibt, wie sie ist',
  'notice.emailTaken.text': 'Ein anderes Konto verwendet jetzt die neue Adresse.',
  'notice.passwordChanged.title': 'Ihr Passwort ist geändert',
  'notice.passwordChanged.text': 'Ihre anderen Sitzungen wurden beendet.',
  'notice.accountDeleted.title': 'Ihr Konto ist gelöscht',
  'notice.accountDeleted.text': 'Das Konto {email} gibt es nicht mehr. Vielen Dank, dass Sie hier waren.',
  'notice.next.signIn': 'Anmelden',
  'notice.next.account': 'Zu Ihrem Konto',
  'notice.next.requestLink': 'Einen neuen Link anfordern',
  'notice.next.setPassword': 'Ein anderes Passwort setzen',
  'notice.next.application': 'Zur Anwendung',

  'errorCodes.title': 'Fehlercodes',
  'errorCodes.lead':
    'Jeder Fehler hat an jeder Schnittstelle einen dieser Codes, und jeder Code hat eine Art. Codes ändern sich nicht. Meldungen können sich ändern.',
  'errorCodes.list': 'Alle Codes in alphabetischer Reihenfolge',
};
