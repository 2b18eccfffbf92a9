// Outlines of 24 by 24, drawn with a line of 2.
const SHAPES = {
  overview: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  users:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21v-1a6 6 0 0 1 6-6h2a6 6 0 0 1 6 6v1M16 3.5a4 4 0 0 1 0 7.5M18 14.5a6 6 0 0 1 4 5.5v1',
  groups: 'M12 3l9 5-9 5-9-5zM3 13l9 5 9-5',
  organizations: 'M4 21V5l8-3v19M12 8h8v13M2 21h20M8 8v.01M8 12v.01M8 16v.01M16 12v.01M16 16v.01',
  applications: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6',
  services: 'M3 4h18v6H3zM3 14h18v6H3zM7 7v.01M7 17v.01',
  apis: 'M4 7h16v10H4zM8 7v10M16 7v10M1 12h3M20 12h3',
  roles: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21v-2a6 6 0 0 1 6-6h1M14 17l2.5 2.5L21 15',
  registration: 'M9 2v6M15 2v6M6 8h12v4a6 6 0 0 1-12 0zM12 18v4',
  invitations: 'M3 6h18v13H3zM3 7l9 7 9-7',
  mails: 'M22 2L11 13M22 2l-7 20-4-9-9-4z',
  deliveries: 'M14 8V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-3M9 12h12M18 9l3 3-3 3',
  audit: 'M6 2h9l5 5v15H6zM14 2v6h6M10 13h6M10 17h6',
  imports: 'M12 3v12M7 10l5 5 5-5M4 21h16',
  attributes: 'M3 12V4h8l10 10-8 8zM7.5 8.5v.01',
  settings: 'M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4M4 12h16',
  branding: 'M12 21a9 9 0 1 1 9-9c0 2-1.5 3-3 3h-2a2 2 0 0 0-1 3.5c.6.9 0 2.5-3 2.5zM7.5 11v.01M10 7v.01M15 7.5v.01',
  factor: 'M12 2l8 3v6c0 5-3.5 9-8 11-4.5-2-8-6-8-11V5zM8.5 12l2.5 2.5 4.5-5',
  keys: 'M8 18a5 5 0 1 1 4.6-7H22v4h-3v3h-4v-3h-2.4A5 5 0 0 1 8 18zM8 13v.01',
  explorer: 'M8 5l-6 7 6 7M16 5l6 7-6 7',
  reference: 'M4 4h6a3 3 0 0 1 2 1 3 3 0 0 1 2-1h6v15h-6a3 3 0 0 0-2 1 3 3 0 0 0-2-1H4zM12 5v15',
  menu: 'M4 6h16M4 12h16M4 18h16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  help: 'M9 9a3 3 0 1 1 4 3c-.7.4-1 1-1 2M12 18v.01M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20z',
  check: 'M4 12l6 6L20 6',
  copy: 'M9 9h11v12H9zM5 15H4V3h11v2',
  todo: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  alert: 'M12 3l10 18H2zM12 10v5M12 18v.01',
  up: 'M12 20V4M6 10l6-6 6 6',
  down: 'M12 4v16M6 14l6 6 6-6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21v-1a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v1',
} as const;

export type IconName = keyof typeof SHAPES;

/** A picture beside a text that says the same; hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** The product's mark. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M3 21V9l4-3.2L11 9v12H9v-6H5v6zM13 21V4h2v2h2V4h2v2h2v15h-3v-5a1 1 0 0 0-2 0v5z"
      />
    </svg>
  );
}
