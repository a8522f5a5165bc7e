/** The owner of all databases and indices. The reserved domain can never receive mail. */
export const OWNER = 'owner@fleetglass.example';
