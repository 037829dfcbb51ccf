/** Identifies review checks among other check runs of the same name. */

export const reviewsExternalId = "callboard:reviews";
