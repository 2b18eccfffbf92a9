/** People with names as people have them, the same at every run. */
export interface Person {
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
}

const GIVEN =
  'Ada Alan Amara Anna Bao Barbara Carlos Chen Claire Dana David Elena Emma Farid Fatima Gita Grace Hana Hugo Ines Ivan Jana Jean Jonas Kaito Karim Laila Lars Lena Liam Lucia Maja Malik Maria Mateo Mei Mia Milan Nadia Noah Nora Olga Omar Paul Petra Priya Quinn Rahul Rosa Sara Sofia Sven Tara Tomas Uma Vera Viktor Wei Yara Yusuf Zoe'.split(
    ' ',
  );
const FAMILY_STARTS =
  'Al An Ba Ber Bou Bra Chan Da Del Du Fer Fisch Gar Gon Ha Hoff Ito Jan Ka Kim Kov Kra La Lind Lo Ma Mar Mei Mo Mü Na Nov Ol Os Pa Per Ra Ri Ro Sa Schu Si Smi Sto Ta Tor Ue Va Vel Wa Wie Ya Ze'.split(
    ' ',
  );
const FAMILY_ENDS =
  'ano bach berg cek da den der dez er ez feld ga gard ic in ka ko kova ler lin lund mann mar mura nen ni no nov ová rath ri ros rov san sen ski son stein ta te ter ton vic witz yama'.split(
    ' ',
  );

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Of every population, so many people have one of fifty names, and each of these names is twenty people's. */
const NAMESAKES = 1_000;
const NAMES = 50;

/** The name of somebody among the namesakes. The same number of people have it, however many there are in all. */
export const sharedName = (n: number): string => person(n % NAMESAKES).name;

/** The nth person. All have addresses in one domain, as at a mail provider: the worst there is for a search. */
export function person(n: number): Person {
  // Multipliers without common factors, so that neighbors differ in everything.
  const givenName = pick(GIVEN, n < NAMESAKES ? n % NAMES : n * 7919);
  const familyName = familyNameOf(n);
  const email = `${givenName}.${familyName}${n}@example.com`.toLowerCase();
  return { name: `${givenName} ${familyName}`, givenName, familyName, email };
}

/** Namesakes have one syllable more than all others, of the same kind. */
function familyNameOf(n: number): string {
  if (n >= NAMESAKES) return pick(FAMILY_STARTS, Math.floor(n / 3) * 31) + pick(FAMILY_ENDS, n * 17);
  const name = n % NAMES;
  return pick(FAMILY_STARTS, name) + pick(FAMILY_ENDS, name * 17) + pick(FAMILY_ENDS, name * 29 + 5);
}
