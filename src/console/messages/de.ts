import { activity } from './activity/de.ts';
import { applications } from './applications/de.ts';
import { attributes } from './attributes/de.ts';
import { branding } from './branding/de.ts';
import { developers } from './developers/de.ts';
import { general } from './general/de.ts';
import { groups } from './groups/de.ts';
import { imports } from './imports/de.ts';
import { layout } from './layout/de.ts';
import { organizations } from './organizations/de.ts';
import { overview } from './overview/de.ts';
import { registration } from './registration/de.ts';
import { settings } from './settings/de.ts';
import { users } from './users/de.ts';
import type { Catalog } from './index.ts';

/** The texts in German. */
export const de: Catalog = {
  ...activity,
  ...applications,
  ...attributes,
  ...branding,
  ...developers,
  ...general,
  ...groups,
  ...imports,
  ...layout,
  ...organizations,
  ...overview,
  ...registration,
  ...settings,
  ...users,
};
