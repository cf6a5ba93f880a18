const lines = (text: string): readonly string[] => text.trim().split('\n');

export const JOB_TITLES = lines(`
Head of Operations
Purchasing Manager
Chief Financial Officer
Managing Director
IT Manager
Office Manager
Sales Director
Product Manager
Plant Manager
Customer Success Lead
Marketing Manager
Logistics Coordinator
Finance Controller
Head of People
Quality Engineer
Facilities Manager
Data Analyst
Procurement Specialist
Legal Counsel
Executive Assistant
Founder
Training Coordinator
`);

/** How somebody came to be known. */
export const MEETINGS = lines(`
Met at the regional trade fair in spring.
Introduced by a colleague who changed firms.
Came in through the contact form on our site.
Attended the webinar on seasonal planning.
Asked for a price list after the open day.
Long-standing contact from the first pilot.
Called after reading the case study.
Took over the account from their predecessor.
Sat next to us at the supplier dinner.
Answered the spring newsletter.
`);

/** What is good to know of them. */
export const REMARKS = lines(`
Prefers e-mail in the morning, calls after three.
Wants figures first, slides never.
Decides together with finance; budget is renewed in October.
Interested in a second site next year.
Needs the contract in two languages.
Very quick to answer, likes short messages.
On parental leave until the summer; the deputy decides meanwhile.
Asked for references from firms of a similar size.
Has a fixed rule of three offers per purchase.
Would like training on site for the team.
Cares most about delivery times.
Is comparing us with a solution built in-house.
`);

/** What is being sold. */
export const OFFERS = lines(`
annual licence renewal
pilot for two sites
rollout to all branches
maintenance agreement
training package
starter subscription
migration project
extension to the second plant
framework contract
premium support
data clean-up
integration workshop
`);
