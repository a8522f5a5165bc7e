/** Notes the outcome of a request before the page gets it. The page gets it also if the fleet refuses a record, or has ended. */
export function noteOutcome(
  request: Promise<string>,
  onAnswer: (answer: string) => void,
  onFailure?: (failure: unknown) => unknown,
): Promise<string> {
  request.then(onAnswer, onFailure).catch(() => {});
  return request;
}
