/** What the built-in attributes are for, in German, by their names. A test compares the names with the server's. */
export const deStandard: Readonly<Record<string, string>> = {
  middleName: 'Die weiteren Vornamen.',
  nickname: 'Ein Rufname.',
  profile: 'Die Adresse einer Profilseite.',
  website: 'Die Adresse einer Webseite oder eines Blogs.',
  gender: 'Das Geschlecht, wie female oder male.',
  birthdate: 'Der Geburtstag: JJJJ-MM-TT, 0000-MM-TT ohne das Jahr, oder nur JJJJ.',
  zoneinfo: 'Die Zeitzone, wie Europe/Paris.',
  locale: 'Die Sprache und Region, wie de-DE.',
  formattedAddress: 'Die ganze Postanschrift.',
  streetAddress: 'Straße und Hausnummer.',
  locality: 'Ort.',
  region: 'Bundesland oder Region.',
  postalCode: 'Postleitzahl.',
  country: 'Land.',
};
