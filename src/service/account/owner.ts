/** The owner of all that the service keeps: it has one account. The domain can never receive mail. */
export const OWNER = 'owner@fleetglass.example';
