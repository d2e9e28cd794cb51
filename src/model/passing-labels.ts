const PASSING_LABELS =
  /^(pod-template-hash|pod-template-generation|controller-revision-hash|controller-uid|job-name|statefulset\.kubernetes\.io\/.*|apps\.kubernetes\.io\/pod-index|batch\.kubernetes\.io\/.*)$/;

/** Returns true for a label that controllers set for single pods or for one generation of them (Kubernetes). */
export function isPassingLabel(key: string): boolean {
  return PASSING_LABELS.test(key);
}
