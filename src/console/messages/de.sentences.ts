import type { Sentences } from './sentences.ts';

/**
 * What the server writes in sentences of its own, in German: what is wrong with a value, and what the built-in attributes are.
 * `{1}` and so on stand for what varies, such as the name of a field. A test compares them with the server's.
 */
export const deSentences: Sentences = {
  // Texts, numbers and lists.
  '{1} must not be blank.': '{1} darf nicht leer sein.',
  '{1} must be empty.': '{1} muss leer sein.',
  '{1} must not be empty.': '{1} darf nicht leer sein.',
  '{1} must not be null.': '{1} darf nicht null sein.',
  '{1} must be given.': '{1} fehlt.',
  '{1} must be given: {2} is required.': '{1} fehlt: {2} ist erforderlich.',
  '{1} must have {2}, which is required.': '{2} fehlt in {1} und ist erforderlich.',
  '{1} is required.': '{1} fehlt.',
  '{1} is not a field of the input.': '{1} ist kein Feld der Eingabe.',
  '{1} is too short (at least {2}).': '{1} ist zu kurz (mindestens {2}).',
  '{1} is longer than {2} characters.': '{1} hat mehr als {2} Zeichen.',
  '{1} is longer than {2} bytes.': '{1} hat mehr als {2} Bytes.',
  '{1} is larger than {2} bytes.': '{1} hat mehr als {2} Bytes.',
  '{1} has more than {2} bytes in all.': '{1} hat zusammen mehr als {2} Bytes.',
  '{1} has more than {2} marks on a letter.': '{1} hat mehr als {2} Zeichen auf einem Buchstaben.',
  '{1} has more than {2} items.': '{1} hat mehr als {2} Einträge.',
  '{1} has more than {2} levels.': '{1} ist tiefer als {2} Ebenen.',
  '{1} has more than {2} values.': '{1} hat mehr als {2} Werte.',
  '{1} has more than {2} words.': '{1} hat mehr als {2} Wörter.',
  '{1} has no word.': '{1} hat kein Wort.',
  'impersonatorIds names a user who does not exist.': 'impersonatorIds nennt einen Benutzer, den es nicht gibt.',
  'groupIds names a group that does not exist.': 'groupIds nennt eine Gruppe, die es nicht gibt.',
  'clientIds names an application that does not exist.': 'clientIds nennt eine Anwendung, die es nicht gibt.',
  'there are too many such clients': 'Es gibt zu viele solche Anwendungen',
  'the client cannot change from or to having a key':
    'Die Anwendung kann nicht von einer mit Schlüssel zu einer ohne werden und umgekehrt',
  '{1} holds more than {2} ids.': '{1} hat mehr als {2} Kennungen.',
  '{1} holds more than {2} users.': '{1} hat mehr als {2} Benutzer.',
  '{1} holds more than {2} groups.': '{1} hat mehr als {2} Gruppen.',
  'The groups have more than {1} members together. Ask for fewer groups.':
    'Die Gruppen haben zusammen mehr als {1} Mitglieder. Fragen Sie nach weniger Gruppen.',
  '{1} holds more than {2} clients.': '{1} hat mehr als {2} Clients.',
  '{1} holds more than {2} columns.': '{1} hat mehr als {2} Spalten.',
  '{1} holds more than {2} actions, or one that no event has.':
    '{1} hat mehr als {2} Aktionen, oder eine, die kein Ereignis hat.',
  '{1} holds characters that are not allowed.': '{1} enthält Zeichen, die nicht erlaubt sind.',
  '{1} contains characters that are not allowed.': '{1} enthält Zeichen, die nicht erlaubt sind.',
  '{1} must be a single line.': '{1} muss eine einzige Zeile sein.',
  '{1} must not contain characters that change the direction of text.':
    '{1} darf keine Zeichen enthalten, die die Schreibrichtung ändern.',
  '{1} must be a text.': '{1} muss ein Text sein.',
  '{1} must be a list.': '{1} muss eine Liste sein.',
  '{1} must be a number.': '{1} muss eine Zahl sein.',
  '{1} must be a finite number.': '{1} muss eine endliche Zahl sein.',
  '{1} must be a whole number of at most 53 bits.': '{1} muss eine ganze Zahl mit höchstens 53 Bits sein.',
  '{1} must be a whole number from {2} to {3}.': '{1} muss eine ganze Zahl von {2} bis {3} sein.',
  '{1} must be a whole number of seconds from {2} to {3}.':
    '{1} muss eine ganze Zahl von Sekunden sein, von {2} bis {3}.',
  '{1} must be from {2} to {3}.': '{1} muss von {2} bis {3} sein.',
  '{1} must be at least {2}.': '{1} muss mindestens {2} sein.',
  '{1} must be at most {2}.': '{1} darf höchstens {2} sein.',
  '{1} must be true or false.': '{1} muss true oder false sein.',
  '{1} must be a date, like 2026-01-31.': '{1} muss ein Datum sein, wie 2026-01-31.',
  '{1} must be a moment in ISO 8601, like 2026-01-31T12:00:00Z, with its time zone.':
    '{1} muss ein Zeitpunkt in ISO 8601 mit Zeitzone sein, wie 2026-01-31T12:00:00Z.',
  '{1} must be in the years {2} to {3}.': '{1} muss in den Jahren {2} bis {3} liegen.',
  '{1} must be in a year from {2} to {3}.': '{1} muss in einem Jahr von {2} bis {3} liegen.',
  '{1} must be up to {2} days before to.': '{1} darf höchstens {2} Tage vor to liegen.',
  '{1} must be one of {2}.': '{1} muss eins davon sein: {2}.',
  '{1} must be one of: {2}.': '{1} muss eins davon sein: {2}.',
  '{1} can contain only {2}.': '{1} darf nur dies enthalten: {2}.',
  '{1} is in the list already.': '{1} steht schon in der Liste.',
  '{1} does not match the pattern {2}.': '{1} passt nicht zum Muster {2}.',
  '{1} is unique: two objects cannot have the same value.':
    '{1} ist eindeutig: Zwei Objekte können nicht denselben Wert haben.',
  '{1} must be a UUID.': '{1} muss eine UUID sein.',
  '{1} is too long, or holds characters that no id has.':
    '{1} ist zu lang oder enthält Zeichen, die keine Kennung hat.',
  '{1} has a text that is no id.': '{1} enthält einen Text, der keine Kennung ist.',
  '{1} cannot be set at sign-up.': '{1} kann bei der Registrierung nicht gesetzt werden.',
  'The password contains characters that are not allowed.': 'Das Passwort enthält Zeichen, die nicht erlaubt sind.',
  'The input has no changes.': 'Die Eingabe ändert nichts.',
  'The version is {1} by now, not the expected one. Read it again before you change it.':
    'Die Version ist inzwischen {1} und nicht die erwartete. Lesen Sie noch einmal, bevor Sie ändern.',

  // Lists and what is selected in them.
  '{1} and {2} cannot be used together.': '{1} und {2} gehen nicht zusammen.',
  '{1} has no condition.': '{1} hat keine Bedingung.',
  '{1} has more than {2} conditions.': '{1} hat mehr als {2} Bedingungen.',
  '{1} has more than {2} objects inside each other.': '{1} hat mehr als {2} Objekte ineinander.',
  '{1} must not be null. Leave it out, or use isNull.':
    '{1} darf nicht null sein. Lassen Sie es weg, oder nehmen Sie isNull.',
  '{1} is for the types {2}.': '{1} gibt es nur für die Typen {2}.',
  '{1} is for exports of another kind.': '{1} gehört zu Exporten einer anderen Art.',
  '{1} finds more than {2} {3}. Add a condition to it.': '{1} findet mehr als {2}. Fügen Sie eine Bedingung hinzu.',
  'Among more than {1} {2}, too many fit to be counted.':
    'Unter mehr als {1} Einträgen passen zu viele, um sie zu zählen.',
  'Add a word, or more letters, that fewer {1} have, or list them without page numbers.':
    'Ergänzen Sie ein Wort oder mehr Buchstaben, die weniger haben, oder listen Sie ohne Seitenzahlen.',
  'Too few {1} of this list meet all of `where`.': 'Zu wenige dieser Liste erfüllen alle Bedingungen.',
  'Each of these finds more than {1}: {2}.': 'Jede von diesen findet mehr als {1}: {2}.',
  'These only check what others find: {1}.': 'Diese prüfen nur, was andere finden: {1}.',
  'Add a condition that finds fewer.': 'Fügen Sie eine Bedingung hinzu, die weniger findet.',
  'Add a condition that finds fewer, or order by {1}.':
    'Fügen Sie eine Bedingung hinzu, die weniger findet, oder ordnen Sie nach {1}.',
  '{1} must have either ids or where.': '{1} muss entweder ids oder where haben.',
  '{1} must say how many items where is to find.': '{1} muss sagen, wie viele where finden soll.',
  '{1} finds more than {2} items, which is the maximum.': '{1} findet mehr als {2}, und mehr dürfen es nicht sein.',
  'The operation is about more than {1} memberships, which is the maximum.':
    'Es geht um mehr als {1} Mitgliedschaften, und mehr dürfen es nicht sein.',

  'More than {1} events of the period are about the object. Ask for a shorter period.':
    'Um das Objekt geht es in diesem Zeitraum in mehr als {1} Ereignissen. Nehmen Sie einen kürzeren Zeitraum.',

  // Users and groups.
  '{1} is not an email address.': '{1} ist keine E-Mail-Adresse.',
  '{1} is not a phone number.': '{1} ist keine Telefonnummer.',
  '{1} must begin with a letter or digit, and can contain letters, digits and . _ + -':
    '{1} muss mit einem Buchstaben oder einer Ziffer beginnen und darf Buchstaben, Ziffern und . _ + - enthalten.',
  '{1} must be an absolute http or https address.': '{1} muss eine vollständige Adresse mit http oder https sein.',
  '{1} is the address the user has.': '{1} ist die Adresse, die der Benutzer schon hat.',
  'Two users cannot have the same username.': 'Zwei Benutzer können nicht denselben Benutzernamen haben.',
  'Two groups cannot have the same name.': 'Zwei Gruppen können nicht denselben Namen haben.',
  'No organization has this name.': 'Keine Organisation heißt so.',
  'No group has this name.': 'Keine Gruppe heißt so.',
  'The name of a group must be a text.': 'Der Name einer Gruppe muss ein Text sein.',
  '{1} names more than {2} groups.': '{1} nennt mehr als {2} Gruppen.',
  'The user would be in too many groups, and joins none of them. The rest of the row was applied.':
    'Der Benutzer wäre in zu vielen Gruppen und kommt in keine davon. Der Rest der Zeile wurde übernommen.',
  'Somebody has signed up with this address and has never verified it. Delete that user first.':
    'Jemand hat sich mit dieser Adresse registriert und sie nie bestätigt. Löschen Sie zuerst diesen Benutzer.',

  // Files of imports.
  '{1} must be a comma, a semicolon, a tab or a vertical bar.':
    '{1} muss ein Komma, ein Semikolon, ein Tabulator oder ein senkrechter Strich sein.',
  '{1} must have a field or an attribute, not both.': '{1} muss ein Feld oder ein Attribut haben, nicht beides.',
  '{1} must be base64 of at most {2} characters.': '{1} muss Base64 von höchstens {2} Zeichen sein.',
  '{1}: salts are read if firebase has the parameters.': '{1}: Salts werden gelesen, wenn firebase die Parameter hat.',
  '{1} is for isActive or emailVerified.': '{1} gibt es nur für isActive und emailVerified.',
  'isActive must be true or false, or a known state such as active, blocked or suspended.':
    'isActive muss true oder false sein, oder ein bekannter Zustand wie active, blocked oder suspended.',
  'The file is not {1} throughout.': 'Die Datei ist nicht durchgehend {1}.',
  '{1} names a column twice.': '{1} nennt eine Spalte zweimal.',
  '{1} names a field twice.': '{1} nennt ein Feld zweimal.',
  'The file has no column {1}.': 'Die Datei hat keine Spalte {1}.',
  'Two columns of the file are {1}.': 'Zwei Spalten der Datei sind {1}.',
  'No column of the file is email. Map one to it.':
    'Keine Spalte der Datei ist email. Ordnen Sie diesem Feld eine Spalte zu.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file is not valid CSV behind row {1}. A quote may be missing, or the row may be too long.':
    'Hinter Zeile {1} ist die Datei kein gültiges CSV. Vielleicht fehlt ein Anführungszeichen, oder die Zeile ist zu lang.',
  'Row {1} is longer than {2} characters.': 'Zeile {1} hat mehr als {2} Zeichen.',
  'The file has more than {1} rows.': 'Die Datei hat mehr als {1} Zeilen.',
  'The file is larger than {1} bytes.': 'Die Datei hat mehr als {1} Bytes.',

  // Attributes.
  '{1} must begin with a small letter and have at most {2} letters, digits and underscores.':
    '{1} muss mit einem kleinen Buchstaben beginnen und darf höchstens {2} Buchstaben, Ziffern und Unterstriche haben.',
  '{1} must have at most {2} ASCII characters without blanks, quotes and \\.':
    '{1} darf höchstens {2} ASCII-Zeichen haben, ohne Leerzeichen, Anführungszeichen und \\.',
  '{1} names a claim that has another meaning.': '{1} nennt einen Claim, der etwas anderes bedeutet.',
  '{1} names no attribute.': '{1} nennt kein Attribut.',
  '{1} is for lists.': '{1} gibt es nur für Listen.',
  '{1} is greater than {2}.': '{1} ist größer als {2}.',
  '{1} must have from {2} to {3} values.': '{1} muss {2} bis {3} Werte haben.',
  '{1} has a value twice.': '{1} enthält einen Wert zweimal.',
  '{1} is not for unique attributes.': '{1} geht nicht bei eindeutigen Attributen.',
  '{1} is not for JSON.': '{1} geht nicht bei JSON.',
  '{1} of an attribute of a {2} must be {3}.': '{1} muss bei einem solchen Attribut eins davon sein: {3}.',
  '{1} must be among those who see the value (visibleTo).':
    '{1} muss unter denen sein, die den Wert sehen (visibleTo).',
  '{1} of a unique or searchable attribute must be at most {2}.':
    '{1} darf bei einem eindeutigen oder durchsuchbaren Attribut höchstens {2} sein.',
  '{1} is for attributes of users.': '{1} gibt es nur bei Attributen von Benutzern.',
  '{1} and {2} must be given together.': '{1} und {2} gehören zusammen.',
  '{1} is no regular expression that both RE2 and browsers understand.':
    '{1} ist kein regulärer Ausdruck, den RE2 und Browser verstehen.',
  '{1} is too complex. Use fewer or smaller repetitions.':
    '{1} ist zu kompliziert. Nehmen Sie weniger oder kleinere Wiederholungen.',
  'The new constraints do not allow the values of {1} {2}. Change those first.':
    'Die neuen Bedingungen erlauben Werte nicht, die {1} Objekte haben. Ändern Sie zuerst diese Werte.',
  'Some objects have the same value.': 'Einige Objekte haben denselben Wert.',

  // Applications.
  '{1} must not contain characters that are invisible or change the direction of text.':
    '{1} darf keine unsichtbaren Zeichen enthalten und keine, die die Schreibrichtung ändern.',
  '{1} looks like the name of this service or of the customer, or mixes alphabets that look alike.':
    '{1} sieht aus wie der Name dieses Dienstes oder des Kunden, oder mischt Alphabete, die sich ähneln.',
  '{1} of a {2} client must be {3}.': '{1} muss bei einem Client dieses Typs eins davon sein: {3}.',
  '{1} and {2} cannot both be given.': '{1} und {2} gehen nicht zusammen.',
  '{1} must be private_key_jwt, tls_client_auth or self_signed_tls_client_auth for fapi2.':
    '{1} muss für fapi2 private_key_jwt, tls_client_auth oder self_signed_tls_client_auth sein.',
  '{1} can contain only {2} for fapi2.': '{1} kann für fapi2 nur {2} enthalten.',
  '{1} must be given for PAIRWISE, unless redirectUris have one and the same https host.':
    '{1} fehlt: Für PAIRWISE müssen sonst alle redirectUris denselben https-Host haben.',
  '{1} is only for PAIRWISE.': '{1} gehört zu PAIRWISE, und nur dazu.',
  '{1} of a user’s own client cannot be PAIRWISE.': '{1} des Clients eines Benutzers kann nicht PAIRWISE sein.',
  '{1} needs frontchannelLogoutUri.': '{1} braucht frontchannelLogoutUri.',
  '{1} must have the scheme, host and port of one of redirectUris.':
    '{1} muss Schema, Host und Port einer der redirectUris haben.',
  '{1} must be PS256, ES256 or EdDSA for fapi2.': '{1} muss für fapi2 PS256, ES256 oder EdDSA sein.',
  '{1} must be given for tls_client_auth, and for nothing else.': '{1} gehört zu tls_client_auth, und nur dazu.',
  '{1} with an x5c, or {2}, must be given for self_signed_tls_client_auth.':
    'Für self_signed_tls_client_auth fehlt {1} mit einem x5c, oder {2}.',
  '{1} cannot be true for a public client.': '{1} ist für einen öffentlichen Client nicht möglich.',
  '{1} cannot be {2} on this server.': '{1} kann auf diesem Server nicht {2} sein.',
  '{1} must be a name of a certificate of at most {2} characters, after dn:, dns:, uri:, ip: or email:.':
    '{1} muss ein Name eines Zertifikats mit höchstens {2} Zeichen sein, nach dn:, dns:, uri:, ip: oder email:.',
  '{1} has an x5c that is not a certificate of it.': '{1} hat ein x5c, das kein Zertifikat dieses Schlüssels ist.',
  '{1} needs the grant type token exchange, and the scope admin.':
    '{1} braucht den Grant-Typ Token Exchange und den Scope admin.',
  '{1} or {2} must be given for private_key_jwt.': 'Für private_key_jwt fehlt {1} oder {2}.',
  '{1} cannot contain refresh_token without authorization_code or device_code.':
    '{1} darf refresh_token nicht ohne authorization_code oder device_code enthalten.',
  '{1} of a public client cannot contain client_credentials.':
    '{1} darf bei einem öffentlichen Client client_credentials nicht enthalten.',
  '{1} needs {2} or {3}.': '{1} braucht {2} oder {3}.',
  '{1} of a public client cannot contain jwt-bearer.':
    '{1} darf bei einem öffentlichen Client jwt-bearer nicht enthalten.',
  '{1} of a public client cannot contain token-exchange.':
    '{1} darf bei einem öffentlichen Client token-exchange nicht enthalten.',
  '{1} must contain at least one issuer for jwt-bearer.': '{1} braucht für jwt-bearer mindestens einen Aussteller.',
  '{1} contains more than {2} issuers.': '{1} enthält mehr als {2} Aussteller.',
  '{1} contains an issuer twice with the same subject.': '{1} enthält einen Aussteller zweimal mit demselben subject.',
  '{1} of a trusted issuer must be 1 to {2} characters of ASCII.':
    '{1} eines Ausstellers muss 1 bis {2} Zeichen lang sein, alle aus ASCII.',
  'A trusted issuer must have either {1} or {2}.': 'Ein Aussteller braucht entweder {1} oder {2}.',
  '{1} must contain at least one URI for authorization_code.':
    '{1} braucht für authorization_code mindestens eine URI.',
  '{1} cannot be false for a public client.': '{1} muss bei einem öffentlichen Client true sein.',
  '{1} of a user’s own client must be limited to logins ({2} is not).':
    '{1} muss sich beim Client eines Benutzers auf Anmeldungen beschränken ({2} tut das nicht).',
  'The client has, or would have, a right that you lack: {1}.': '{1}.',
  '{1} is not the id of a client.': '{1} ist nicht die Kennung eines Clients.',
  '{1} contains more than {2} URIs.': '{1} enthält mehr als {2} URIs.',
  '{1} contains a URI twice.': '{1} enthält eine URI zweimal.',
  '{1} contains more than {2} names.': '{1} enthält mehr als {2} Namen.',
  '{1} must be the name or the id of a document: 1 to 256 characters without blanks.':
    '{1} muss der Name oder die Kennung eines Dokuments sein: 1 bis 256 Zeichen ohne Leerzeichen.',
  '{1} must not name this server.': '{1} darf nicht diesen Server nennen.',
  '{1} must not have a fragment.': '{1} darf kein Fragment (#) haben.',
  '{1} must not have a wildcard.': '{1} darf keinen Stern (*) haben.',
  '{1} must be an absolute URI.': '{1} muss eine vollständige URI sein.',
  '{1} must be an absolute {2} URL.': '{1} muss eine vollständige Adresse mit {2} sein.',
  '{1} must not contain a user name or password.': '{1} darf weder Benutzernamen noch Passwort enthalten.',
  '{1} must begin with https://, or be a loopback or private-use URI (RFC 8252).':
    '{1} muss mit https:// beginnen, oder auf dieses Gerät oder diese App zeigen (RFC 8252).',
  '{1} contains more than {2} hosts.': '{1} hat mehr als {2} Hosts.',
  '{1} must be a host in its normal form, *. and a host, * or a private-use scheme with its colon.':
    '{1} muss ein Host in seiner üblichen Schreibweise sein, *. und ein Host, * oder ein privates Schema mit Doppelpunkt.',
  '{1} cannot change from or to none.': '{1} kann nicht von oder zu none geändert werden.',
  '{1} must have a host in its normal form.': '{1} muss einen Host in seiner üblichen Schreibweise haben.',
  '{1} must use https, unless it is a loopback address.': '{1} muss https benutzen, außer auf dem eigenen Gerät.',
  '{1} must be an object with a list of 1 to {2} keys.':
    '{1} muss ein Objekt mit einer Liste von 1 bis {2} Schlüsseln sein.',
  '{1} contains a kid twice.': '{1} enthält eine kid zweimal.',
  '{1} must be an object.': '{1} muss ein Objekt sein.',
  '{1} is too long.': '{1} ist zu lang.',
  '{1} holds text with a NUL or half of a surrogate pair.': '{1} enthält ein NUL-Zeichen oder ein halbes Surrogatpaar.',
  '{1} must not contain a private or symmetric key.':
    '{1} darf keinen privaten oder symmetrischen Schlüssel enthalten.',
  '{1} has a kid that is not a string.': '{1} hat eine kid, die kein Text ist.',
  '{1} has a use that is not a string.': '{1} hat ein use, das kein Text ist.',
  '{1} must contain a key for signatures.': '{1} muss einen Schlüssel zum Signieren enthalten.',
  '{1} is shorter than 2048 bits.': '{1} ist kürzer als 2048 Bits.',
  '{1} is not a readable public key.': '{1} ist kein lesbarer öffentlicher Schlüssel.',
  '{1} has nothing that the client may have.': '{1} hat nichts, was der Client haben darf.',

  // Branding.
  '{1} must be like #0b7a75.': '{1} muss aussehen wie #0b7a75.',
  '{1} must have a contrast of at least {2} to white. Choose a darker one.':
    '{1} braucht einen Kontrast von mindestens {2} zu Weiß. Nehmen Sie eine dunklere.',
  '{1} must be a data URI of a PNG, JPEG or WebP, in Base64.':
    '{1} muss eine Data-URI eines PNG, JPEG oder WebP in Base64 sein.',
  '{1} is no picture of the type {2}.': '{1} ist kein Bild des Typs {2}.',
  '{1} has the unknown placeholder {2}. It may have {3}.': '{1} hat den unbekannten Platzhalter {2}. Erlaubt sind {3}.',

  // The built-in attributes.
  'The middle names.': 'Die weiteren Vornamen.',
  'A casual name.': 'Ein Rufname.',
  'The address of a profile page.': 'Die Adresse einer Profilseite.',
  'The address of a web page or blog.': 'Die Adresse einer Webseite oder eines Blogs.',
  'The gender, such as female or male.': 'Das Geschlecht, wie female oder male.',
  'The birthday: YYYY-MM-DD, 0000-MM-DD without the year, or YYYY alone.':
    'Der Geburtstag: JJJJ-MM-TT, 0000-MM-TT ohne das Jahr, oder nur JJJJ.',
  'The time zone, such as Europe/Paris.': 'Die Zeitzone, wie Europe/Paris.',
  'The language and region, such as en-US.': 'Die Sprache und Region, wie de-DE.',
  'The whole postal address.': 'Die ganze Postanschrift.',
  'Street and house number.': 'Straße und Hausnummer.',
  'City or locality.': 'Ort.',
  'State, province or region.': 'Bundesland oder Region.',
  'Zip or postal code.': 'Postleitzahl.',
  'Country.': 'Land.',
};
