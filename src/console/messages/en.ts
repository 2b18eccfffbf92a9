import { activity } from './activity/en.ts';
import { applications } from './applications/en.ts';
import { attributes } from './attributes/en.ts';
import { branding } from './branding/en.ts';
import { developers } from './developers/en.ts';
import { general } from './general/en.ts';
import { groups } from './groups/en.ts';
import { imports } from './imports/en.ts';
import { layout } from './layout/en.ts';
import { organizations } from './organizations/en.ts';
import { overview } from './overview/en.ts';
import { registration } from './registration/en.ts';
import { settings } from './settings/en.ts';
import { users } from './users/en.ts';

/** The texts in English. All other catalogs have these keys. */
export const en = {
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
} as const;
