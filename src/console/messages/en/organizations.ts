/** The texts in English of organizations. */
export const organizations = {
  'organization.search': 'Search by name',
  'organization.none': 'No organizations found.',
  'organization.about': 'An organization is a company or a department: users belong to it, and groups can, too.',
  'organization.create': 'Create organization',
  'organization.isCreated': 'The organization is created.',
  'organization.deleteText': '{name} is deleted. Its groups and users stay, and belong to no organization.',
  'organization.addHelp': 'Users of another organization leave it.',
  'organization.groups': 'Its groups',
} as const;
