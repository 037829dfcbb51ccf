/** How a check run that waits for reviews is told from others of its name. */

export const reviewsExternalId = "callboard:reviews";
