/** The paths of the endpoints, below the issuer. */
export const PATHS = {
  configuration: '/.well-known/authzen-configuration',
  evaluation: '/access/v1/evaluation',
  evaluations: '/access/v1/evaluations',
  subjects: '/access/v1/search/subject',
  resources: '/access/v1/search/resource',
  actions: '/access/v1/search/action',
} as const;

/** The metadata of the decision point (§9.1). */
export const metadata = (issuer: string) => ({
  policy_decision_point: issuer,
  access_evaluation_endpoint: issuer + PATHS.evaluation,
  access_evaluations_endpoint: issuer + PATHS.evaluations,
  search_subject_endpoint: issuer + PATHS.subjects,
  search_resource_endpoint: issuer + PATHS.resources,
  search_action_endpoint: issuer + PATHS.actions,
});
