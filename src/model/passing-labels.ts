const PASSING_LABELS =
  /^((rollouts-)?pod-template-hash|pod-template-generation|controller-revision-hash|controller-uid|job-name|statefulset\.kubernetes\.io\/.*|apps\.kubernetes\.io\/pod-index|batch\.kubernetes\.io\/.*|topology\.kubernetes\.io\/.*|openshift\.io\/(deployer-pod-for\.name|build\.name)|kubevirt\.io\/(nodeName|created-by|migrationJobUID)|vmi\.kubevirt\.io\/id)$/;

/** Returns true for a label that controllers set for single pods, their node, or one generation of them (Kubernetes). */
export function isPassingLabel(key: string): boolean {
  return PASSING_LABELS.test(key);
}
