/**
 * Brandings: what the pages and mails of a customer are called, look like and say. The pages and `mail` ask `Brands`, and
 * browsers get the style and the logo as files. The words of the product and the templates are in `views`. Every customer
 * has a branding, which a trigger makes.
 */
export { Branding } from './branding.entity.ts';
export { findBrandStyle, findLogo } from './brand-file.service.ts';
export { Brands, type Brand } from './brands.ts';
