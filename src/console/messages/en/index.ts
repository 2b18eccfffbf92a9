/**
 * The texts of the console in English, with a file for each feature. All other languages have the same files and keys, or they do not
 * compile. `messages/index.ts` chooses the language and fills the texts; the meanings of error codes are beside it.
 */
import { access } from './access.ts';
import { activity } from './activity.ts';
import { apis } from './apis.ts';
import { applications } from './applications.ts';
import { attributes } from './attributes.ts';
import { branding } from './branding.ts';
import { developers } from './developers.ts';
import { general } from './general.ts';
import { groups } from './groups.ts';
import { imports } from './imports.ts';
import { layout } from './layout.ts';
import { organizations } from './organizations.ts';
import { overview } from './overview.ts';
import { preview } from './preview.ts';
import { registration } from './registration.ts';
import { settings } from './settings.ts';
import { users } from './users.ts';

export const en = {
  ...access,
  ...activity,
  ...apis,
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
  ...preview,
  ...registration,
  ...settings,
  ...users,
} as const;
