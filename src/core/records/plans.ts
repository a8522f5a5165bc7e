/** Plans that a create request may name (api.md, Create a database). */
export const plans = [
  'free',
  'payg',
  'fixed_250mb',
  'fixed_1gb',
  'fixed_5gb',
  'fixed_10gb',
  'fixed_50gb',
  'fixed_100gb',
  'fixed_500gb',
] as const;
