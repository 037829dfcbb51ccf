/**
 * The words by which the reader understands a response, as data. Names and values are compared without case and
 * separators. A word belongs here only if it means the same in every product. A status word has only one status.
 */

/** The status that a word or a field means. */
export type Status =
  /** The run goes on, so all other fields are provisional. */
  | "running"
  | "failed"
  /** The run ended or waits for a person, without a verdict. */
  | "undecided"
  /** The run stopped early or reports only a part, so a person's decision can't complete it. */
  | "interrupted"
  /** The case did not run. The rest of the response decides whether it was left out or is still to come. */
  | "unrun"
  /** Not meant to be run now. */
  | "planned"
  | "skipped"
  | "passed"
  /** May describe the request, so it means a pass only where the context shows that it describes the run or a case. */
  | "success"
  /** The run is over, but the word doesn't give the verdict. */
  | "finished"
  /** Describes the record and not its run. */
  | "neutral";

/** A use of a status word. Each row lists the uses that its words allow, because few words fit all of them. */
export type WordUse =
  /** `status: "queued"`. */
  | "value"
  /** `timedOut: true`. */
  | "flag"
  /** `verified: true` is good news, `verified: false` is bad news. Neither is a verdict. */
  | "news"
  /** `skipped: 2`. */
  | "count"
  /** `failures: [{ … }]`. */
  | "list"
  /** As a value in a part of a passed case, where it contradicts the pass: `steps: [{ status: "failed" }]`. */
  | "part";

export interface StatusWordRow {
  readonly status: Status;
  readonly uses: readonly WordUse[];
  readonly words: string;
}

/** The request was only tried out. */
const noRealRunWords = "preview | validate only | validation only | plan only";
const withdrawnWords =
  "draft | unpublished | deleted | reopened | retracted | withdrawn | withheld | revoked";

/** Another run would have the same words. */
export const lastingWords = `${noRealRunWords} | ${withdrawnWords} | dry run | test mode | deprecated`;

/** The response has only a part of the report, and a later one may have all of it. */
export const partialWords =
  "partial | partially | incomplete | provisional | preliminary | tentative | interim";

export const statusWords: readonly StatusWordRow[] = [
  {
    status: "running",
    uses: ["value", "flag", "count", "list", "part"],
    words: `running | in progress | in flight | ongoing | under way | executing | processing | queued | enqueued |
    queueing | queuing | waiting | awaiting | rescheduled | not started | not yet started | initializing |
    initialising | launching | preparing | provisioning | allocating | building | evaluating | grading |
    judging | scoring | analyzing | analysing | finalizing | finalising | completing | finishing |
    finishing up | ending | stopping | cancelling | canceling | aborting | uploading | downloading |
    collecting | retrying | rerunning | restarting | resuming | on hold | dialing | dialling |
    not finished | not complete | not completed | not done | unfinished | not ended | still running |
    is running | being processed | being executed | being evaluated | being run | not ready | syncing |
    pending execution | pending run | pending start | busy | working`,
  },
  {
    status: "running",
    uses: ["value", "part"],
    words: `progress | init | testing | loading | wip`,
  },
  { status: "running", uses: ["value", "count", "part"], words: "held | deferred" },
  {
    status: "running",
    uses: ["value"],
    words: `triggered | started | starting | initiated | launched | dispatched | submitted | accepted | received |
    requested | created | prepared | assigned | connected`,
  },
  { status: "running", uses: ["value", "list", "part"], words: "scheduled" },
  { status: "running", uses: ["value", "flag", "list", "part"], words: `paused | delayed` },
  { status: "running", uses: ["value", "flag", "count", "list"], words: `ringing | connecting` },
  {
    status: "failed",
    uses: ["value", "flag", "count", "list", "part"],
    words: `failed | fail | fails | failing | failure | failures | failed out | not passed | not pass |
    did not pass | does not pass | no pass | unpassed | unsuccessful | unsuccess | not successful |
    not succeeded | not ok | nok | not okay | ko | error | errors | errored | erroring | err | broken |
    breaking | broke | crashed | crashes | exception | exceptions | fatal | timeouts | rejected | denied |
    unhealthy | violated | violation | violations | invalid | bad | defect | defective | mismatch |
    mismatches | mismatched | unexpected | unexpected pass | killed | infrastructure failure |
    infra failure | system failure | startup failure | crossed | breach | breached | exceeded | regression |
    regressions | regressed | unmet | not met | wrong | incorrect | fail hard | panic | panicked | oom |
    no go | bailout | bailed out | bailed | hanged | hung | non passing | missed`,
  },
  { status: "failed", uses: ["value", "count", "part"], words: "red" },
  { status: "failed", uses: ["value", "flag", "list", "part"], words: `crash | timeout | timed out` },
  {
    status: "failed",
    uses: ["value", "part"],
    words: `down | critical | lost | major | severe | dead | offline | unavailable | unsatisfactory`,
  },
  {
    status: "undecided",
    uses: ["value", "flag", "count", "list", "part"],
    words: `needs review | need review | needs reviewing | needs human review | in review | under review |
    human review | manual review | awaiting review | pending review | review pending | review required |
    requires review | to review | to be reviewed | unreviewed | not reviewed | needs attention |
    needs approval | pending approval | awaiting approval | unapproved | unresolved | pending decision |
    inconclusive | undetermined | indeterminate | not determined | undecided | unsure | uncertain |
    unclear | ambiguous | no verdict | blocked | blocking | mixed | action required |
    warn | warned | degraded | unstable | others | quarantined | requires human review |
    requires manual review | human review required | manual review required | needs manual review |
    human review needed | review needed | awaiting human review | pending human review | requires approval |
    approval required | awaiting verification | doubtful | suspicious | questionable | disputed |
    escalated | unconfirmed | untrusted | abnormal | abended | abend | rejected by reviewer | contested`,
  },
  {
    status: "undecided",
    uses: ["value", "part"],
    words: `review | attention | manual | deprecated | retest | retry | unverified | minor | voicemail | unreachable`,
  },
  { status: "undecided", uses: ["value", "flag", "part"], words: "warning | warnings" },
  {
    status: "undecided",
    uses: ["value", "flag", "count", "list"],
    words: `unknown | no status | not available | other | not applicable`,
  },
  {
    status: "interrupted",
    uses: ["value", "flag", "count", "list", "part"],
    words: partialWords,
  },
  {
    status: "interrupted",
    uses: ["value", "flag", "count", "list", "part"],
    words: `no result | no results | partially passed | partly passed | partially completed |
    partially successful | partially succeeded | canceled | cancelled | cancel | cancellation |
    aborted | abort | stopped | interrupted | terminated | expired | stale | superseded | abandoned | discarded |
    no tests | no tests found | no tests ran | orphaned | rate limited | throttled | halted | voided | invalidated |
    truncated | finished early | ended early | completed early | cut short | dry run | test mode | insufficient data | no data`,
  },
  { status: "undecided", uses: ["value"], words: `none | neutral` },
  { status: "undecided", uses: ["value"], words: withdrawnWords },
  { status: "interrupted", uses: ["value", "part"], words: `empty | limited | suspended | exhausted` },
  { status: "interrupted", uses: ["value", "flag"], words: noRealRunWords },
  { status: "interrupted", uses: ["value", "count", "list", "part"], words: "missing" },
  {
    status: "unrun",
    uses: ["value", "flag", "count", "list", "part"],
    words: `pending | not run | not ran | not executed | unexecuted | untested | not tested | no run | unrun |
    not attempted | never run | outstanding | remaining | undone | not evaluated | unevaluated | ungraded |
    not graded | unscored | not scored | unjudged | not judged`,
  },
  { status: "unrun", uses: ["value"], words: `left | open tests` },
  { status: "planned", uses: ["value", "flag", "count", "list"], words: `to do | to dos` },
  {
    status: "skipped",
    uses: ["value", "flag", "count", "list"],
    words: `skipped | skip | skips | skipping | ignored | ignore | disabled | disable | excluded |
    bypassed | filtered | filtered out | deselected | inapplicable | expected failure | expected failures |
    xfail | xfailed | expected fail | assumption failed | assumption violated | not selected | deactivated`,
  },
  { status: "skipped", uses: ["value"], words: `muted` },
  {
    status: "passed",
    uses: ["value", "flag", "count", "list"],
    words: `passed | pass | passes | passing | all passed | xpass | xpassed | flaked | passed on retry | resisted | defended |
    passed with retries | passed after retry | flaky passed | conforms | conformant`,
  },
  { status: "passed", uses: ["value", "news", "count"], words: "green" },
  {
    status: "passed",
    uses: ["value"],
    words: "goal achieved | goal reached | goal met | goals achieved | goals met | match | met",
  },
  {
    status: "failed",
    uses: ["value"],
    words: "goal not achieved | goal not reached | goal not met | goal missed | no match",
  },
  { status: "passed", uses: ["value", "news"], words: "compliant" },
  { status: "passed", uses: ["value", "news"], words: `flaky | flakey | expected | fixed` },
  {
    status: "success",
    uses: ["value", "flag", "count", "list"],
    words: `success | successes | successful | successfully | succeeded | succeed | succeeds | ok | okay |
    no errors | no error | no failures | no failure | no issues | not failed | healthy | correct |
    satisfied | fulfilled | succeeded with retries`,
  },
  {
    status: "success",
    uses: ["value", "news", "count"],
    words: "good",
  },
  {
    status: "success",
    uses: ["value", "news"],
    words: `fine | up | clean | right | verified | valid`,
  },
  {
    status: "finished",
    uses: ["value", "flag", "count", "list"],
    words: `terminated normally | ended normally | completed normally | finished normally | exited normally | normal end | normal termination | final | finished | completed | complete | completion | done | ended | closed | concluded |
    results available | report ready | finalized | finalised | ran`,
  },
  {
    status: "finished",
    uses: ["value", "news"],
    words: `finish | end | executed | evaluated | played | processed | graded | scored | over | performed | tested | delivered | reported`,
  },
  { status: "finished", uses: ["value"], words: `hung up | disconnected` },
  { status: "finished", uses: ["value", "flag", "list"], words: `full` },
  {
    status: "neutral",
    uses: ["value"],
    words: `active | inactive | enabled | published | archived | updated | public |
    private | ready | reviewed | approved | available | open | online | default | standard | normal | new |
    current | latest | imported | saved | stored`,
  },
];

/** The meaning of a word about a review: the decision, or how far the review is. */
export type DecisionMeaning =
  | "passed"
  | "failed"
  /** The review is decided, but the word doesn't give the verdict. */
  | "ended"
  /** Nobody has to decide the review. */
  | "unneeded"
  /** The service accepted the request; the word leaves open whether the review is decided. */
  | "accepted"
  /** The review still waits for a person or for the service. */
  | "waits";

export interface DecisionWordRow {
  readonly meaning: DecisionMeaning;
  readonly words: string;
  /** These words count only under a verdict's name. Elsewhere they may describe the request. */
  readonly onlyAsVerdict?: true;
}

/** Separate from `statusWords`, where many of these words mean something else. */
export const decisionWords: readonly DecisionWordRow[] = [
  {
    meaning: "passed",
    words:
      "passed | pass | passes | passing | approve | approves | approved | signed | signed off | granted | cleared",
  },
  {
    meaning: "passed",
    onlyAsVerdict: true,
    words: "accept | accepts | agree | agrees | agreed | yes | confirm | confirmed",
  },
  {
    meaning: "failed",
    words: `failed | fail | fails | failing | failure | not passed | reject | rejects | rejected | decline | declines |
      declined | not approved`,
  },
  {
    meaning: "failed",
    onlyAsVerdict: true,
    words: "deny | denies | denied | disagree | disagrees | disagreed | no | not ok | incorrect | wrong",
  },
  {
    meaning: "ended",
    words: `submitted | settled | closed | resolved | reviewed | decided | completed | complete | done | finished | ended | final |
      finalized | finalised | concluded | recorded`,
  },
  {
    meaning: "unneeded",
    words: `not required | not needed | not necessary | unneeded | unnecessary | no review required | no review needed |
      review not required | review not needed`,
  },
  {
    meaning: "accepted",
    words: `ok | okay | accepted | received | success | successful | succeeded | saved | stored | updated | valid | applied | no error | no errors`,
  },
  {
    meaning: "waits",
    words: `new | overdue | wait | waits | waiting | awaits | awaiting | pending | open | opened | reopen | reopened | assigned | reassigned | unassigned |
      undecided | unresolved | unsettled | unreviewed | need | needs | needed | require | requires | required | requested | queue | queued |
      processing | escalated | draft | in review | under review | to review | for review | changes requested | in progress`,
  },
];

export const statusSigns: readonly (readonly [Status, string])[] = [
  ["failed", "❌ ✗ ✘ ✖ 🔴 🟥 ⛔ 👎"],
  ["passed", "✅ ✔ ✓ 🟢 🟩 👍"],
  ["undecided", "⚠ 🟡 🟨 ❓"],
];

/** Flags that tolerate a failure: `set` when true (`allow_failure: true`), `unset` when false (`required: false`). */
export const toleranceFlags = {
  set: `allow failure | allow failures | allow fail | allowed to fail | allowed failure | may fail | can fail | fail allowed |
    failure allowed | failures allowed | continue on error | continue on fail | continue on failure | ignore failure |
    ignore failures | ignore error | ignore errors | soft fail | soft failed | soft failure | optional | is optional |
    non blocking | not blocking | non fatal | expected failure | expected to fail | should fail |
    xfail | advisory | informational | tolerated | superseded | is superseded`,
  unset: "required | is required | blocking | is blocking | mandatory | is mandatory",
} as const;

/** A number under these names counts the started cases, which may still be running. */
export const startedCountNames =
  "triggered | started | launched | dispatched | submitted | initiated | begun";

/** Words that negate the next status word: "not passed", "no failures". */
export const negations = "not | no | non | never | without | didn't | isn't | wasn't | un";

/** Words that may stand beside the status words of a phrase: "all tests passed", "run completed successfully". */
export const phraseFillers = `a | all | an | and | are | at | been | but | by | for | has | have | in | is | it | its | of | on | or |
  some | the | to | user | system | operator | was | were | with | within | every | any | overall | final | finally | result | results | status |
  state | test | tests | case | cases | testcase | testcases | check | checks | run | runs | job | jobs | build |
  builds | suite | suites | batch | scenario | scenarios | step | steps | assertion | assertions | call | calls |
  session | task | pipeline | workflow | execution | evaluation | eval | outcome | verdict | conclusion | quality | gate | hard |
  soft | early | yet | now | still | gracefully | normally | automatically`;

/** `expected: 5` is a count of cases only beside `unexpected: 0`. */
export const pairedCounts = { expected: "unexpected", flaky: "unexpected" } as const;

export const countFillers =
  "outside | runtime | num | number | no | of | count | counts | cnt | nb | n | amount | sum | total | totals | tot | how | many | overall | all | items";

/** Objects whose fields belong to the element around them. */
export const attributeObjects = "attributes | attrs | attr | properties | fields";

export const ratioWords =
  "rate | rates | percent | percentage | pct | ratio | share | score | scores | grade | average | avg | mean | quota";

export const unitWords = {
  test: `test | tests | case | cases | testcase | testcases | testpoint | testpoints | scenario | scenarios | example |
    examples | spec | specs | check | checks | evaluation | evaluations | eval | evals | journey | journeys |
    conversation | conversations | convo | convos | simulation | simulations | checkpoint | question | questions | sample | samples |
    probe | probes | dialog | dialogs | dialogue | dialogues | chat | chats | testrun | testruns | monitor | monitors | unit | units | rule | rules | audit | audits |
    control | controls | condition | conditions | task | tasks | call | calls | talk | talks`,
  suite: `suite | suites | testsuite | testsuites | file | files | feature | features | module | modules | class |
    classes | group | groups | folder | folders | plan | plans | package | packages | fixture | fixtures | container |
    containers | device | devices | browser | browsers | job | jobs | stage | stages | set | sets | testset | testsets | describe |
    describes | collection | collections | project | projects | worker | workers | shard | shards | iteration | iterations`,
  part: `step | steps | teststep | teststeps | assertion | assertions | assert | asserts | attempt | attempts | retry | retries | retried |
    rerun | reruns | turn | turns | phase | phases | message | messages | transcript | transcripts | hook | hooks | span | spans |
    trace | traces | event | events | log | logs | body | keyword | keywords | action | actions | command | commands | expectation | expectations |
    location | locations | metric | metrics | criteria | criterion | component | components | snapshot | snapshots |
    screenshot | screenshots | attachment | attachments | artifact | artifacts | request | requests  |
    response | responses | script | scripts | tool | tools | toolcalls | preflight | infrastructure | infra | health | warmup | precheck | prechecks |
    prerequisites | diagnostics | connectivity | dependencies | before | after |
    setup | teardown | stdout | stderr | output | outputs | validation | validations | verification | verifications |
    threshold | thresholds | history | annotation | annotations | token | tokens |
    judge | judges | judgement | judgements | judgment | judgments | grader | graders | evaluator | evaluators | scorer | scorers | rubric | rubrics | checklist | finding | findings | comment | comments`,
} as const;

/** Words for cases that can also be parts of another case: `tests: [{ checks: [{ … }] }]`. */
export const checkWords = `check | checks | evaluation | evaluations | eval | evals | rule | rules | audit | audits | control | controls |
  condition | conditions | checkpoint | checkpoints | probe | probes | question | questions`;

/** Objects whose counts are votes about a case. More failed than passed votes contradict a pass of that case. */
export const voteNames = "vote | votes | ballot | ballots | panel | jury | majority | consensus | voters";

export const genericLists = `results | result | items | item | data | value | values | list | records | record | entries |
  entry | rows | row | elements | element | nodes | node | edges | children | runs | run | executions | execution |
  builds | sessions | workflows | objects | resources | content | contents | details | array | reports |
  outcomes | statuses | verdicts | batches | channels | testdata | instances | targets | pipelines`;

/** Lists that can contain the attempts of a case. In `results` and the like, elements with names are cases instead. */
export const attemptLists =
  "attempts | tries | trials | retries | reruns | results | runs | executions | invocations | repetitions";

/** Lists that can contain only attempts. If the case itself states no result, its latest attempt decides. */
export const certainAttemptLists =
  "attempts | tries | retries | reruns | invocations | previous attempts | earlier attempts | prior attempts";

/** Objects whose field names are criteria and whose values are the results. */
export const criteriaObjects = `criteria | assertions | asserts | expectations | validations | verifications | rubric | rubrics | checklist |
  judges | judgements | judgments | graders | gates | goals | objectives | requirements`;

/** Criteria for the run as a whole. A missed criterion fails a run even if all its cases passed. */
export const runCriteria = "threshold | thresholds | gate | gates | quality gates | slo | slos | sla | slas";

/** Objects of a run whose fields describe the run itself: `data`, `summary`. */
export const wrappers = `data | result | results | run | response | resp | payload | body | content | attributes | report |
  summary | execution | batch | channel | job | build | item | record | test | evaluation | eval | status | state | outcome | conclusion | verdict |
  details | detail | overall | final | event | pipeline | workflow | suite | session | launch | check | project | scan | gating | sla | aggregate | node | root | stats |
  statistics | statistic | totals | total | counts | counters | metrics | object | value | simulation | campaign | testrun | quality | gate |
  call | conversation | analysis | last | latest | current | info | progress | meta | score | scenario | task | timings`;

/** Names of a run of a target, which has an id: `run_id`, `job: { id }`. The first ones say most certainly which run it is. */
export const runNames = `run | channel run | batch run | test run | execution | test execution | launch | build | pipeline run | workflow run |
  simulation | evaluation | campaign | task | job | session | call | conversation | channel | batch`;

/** In the response to a start, an object under this name says what will be run. */
export const runPlans = "plan";

/** Beside its id, a run can have these. Only those of the same name are compared. */
export const otherRunIds =
  "hashed id | hash id | public id | short id | unique id | uid | uuid | guid | number | nr | nbr | reference | ticket | sequence | handle";

/** Before the id of a run they say nothing: `reportRunId`. */
export const ownRunPrefixes = "reported | report | results of | result | requested | this | own";

/** Under these names a link can lead to the run. */
export const runLinks =
  "href | url | uri | link | location | name | self | run | run url | run link | run href | status url | result url | report url";

/** A run keeps these from its start to its report. */
export const runTraits =
  "commit | commit id | commit sha | commit hash | git commit | git sha | head sha | sha | rev | git rev | revision | environment | deployment environment | agent version";

/** Objects in which a response has its report of a run. */
export const runEnvelopes =
  "data | response | payload | body | content | attributes | candidate | result | results | report | summary | details | meta | metadata";

/** The names of times consist of these words: `lastRunStartedAt`, `report_generated_at`, `asOf`, `timestamp`. */
export const runTimeWords = {
  subjects: `run | runs | report | last | latest | result | results | call | calls | test | tests | case | execution | job |
    session | simulation | conversation | response | data | summary | evaluation | snapshot | turn | message | step`,
  starts:
    "start | starts | started | starting | begin | begins | began | begun | launched | triggered | initiated | queued",
  made: `generated | created | updated | modified | changed | computed | calculated | produced | exported | rendered | issued |
    published | refreshed | built | compiled | finalized`,
  /** Done in a run, so that a case can have such a time as well. The definition of a case is made earlier. */
  done: `recorded | measured | captured | evaluated | executed | performed | ran | played | judged | graded | scored | tested |
    conducted | simulated`,
  fillers: "at | on | as | of | time | date | day | when | datetime | timestamp | ts | utc | gmt | iso",
  /** The end of the time that a report is about: `from: "…", to: "…"`. */
  ends: "to | until | through | till | period end | window end | range end | end of period",
} as const;

/** In a start, "accepted" means that the run goes on. Of a case it can be the outcome, as "rejected" is. */
export const acceptance = { accepted: "accepted", rejected: "rejected | reject | rejects" } as const;

/** The words by which the response to a start shows whether a run began. */
export const startWords = {
  /** `started: false`, `callsPlaced: 0`, "Run queued". */
  begun: `started | begun | queued | enqueued | placed | accepted | scheduled | launched | dispatched | triggered | initiated |
    submitted`,
  /** In a message, they say that the request worked: "Run created", "OK", "Processing". */
  accepted: `ok | okay | success | successful | successfully | succeeded | received | created | requested | processing | running |
    starting | starts | begins | calling | dialing | dialling | in progress | on its way | under way | kicked off |
    not complete | not completed | not finished | not over | not done | not ready`,
  /** In a name, false says that nothing runs: `active: false`. */
  states: "running | active | enabled",
  /** A run with such a status has not placed any calls yet. */
  waiting:
    "queued | enqueued | in queue | pending | scheduled | waiting | created | accepted | submitted | requested",
  /** "Channel is disabled": nothing can run. */
  targets: "channel | service | target | trunk | line | agent",
  off: "disabled | archived | deactivated | offline | down | unavailable | unreachable | switched off | turned off",
  /** Allowed beside them in a name. */
  fillers: `is | was | has | been | run | runs | call | calls | test | tests | case | cases | conversation | conversations |
    simulation | simulations | scenario | scenarios | job | jobs | execution | executions | number | num | count | total | of`,
  /** The channel runs nothing now. */
  unbegun: `paused | suspended | on hold | held | deferred | postponed | delayed | busy | idle | inactive | stopped | another`,
  denials:
    "not | never | nothing | cannot | unable | failed | n t | can t | don t | didn t | couldn t | wasn t | isn t | won t",
  verbs: `start | begin | launch | queue | enqueue | trigger | schedule | place | initiate | accept | called | dialed | dialled | be run |
    was run | were run | been run`,
  /** "Not all calls were placed yet" denies no run. */
  limits: "all | every | yet",
  /** The request had no effect, even if a run goes on. */
  refused: "throttled | rate limited | noop | duplicate | duplicated | deduplicated | debounced | already",
  /** True, or the id of a run, says that the service answers with an earlier run. */
  reused: `existing | is existing | already exists | reused | is reused | reused run | reused from | reuse of | existing run | existing run id |
    duplicate of | copy of | same as`,
  /** False says the same. */
  made: "created | new | is new | new run",
  /** A time in the future says that the run begins later. */
  later: `scheduled for | scheduled at | scheduled time | scheduled start | scheduled start time | scheduled start at | starts at | start at |
    starts on | run at | runs at | execute at | begins at | planned start | planned for`,
  /** Under these names null means that there is no run. */
  runs: "run | run id | test run | test run id | channel run | channel run id | execution | execution id | job id",
  /** Under these names "in progress" is the reason of a refusal. */
  reasons: "code | reason | reason code | error code | error",
} as const;

/** The response to a start announces its cases under names that consist of these words. */
export const announcingWords = {
  started: `started | queued | enqueued | placed | accepted | scheduled | launched | dispatched | triggered | initiated | submitted`,
  counted: "total | expected | planned | requested | count | size",
  /** In a start, each of these becomes a case. */
  subjects: "targets | numbers | personas | jobs",
  units: `calls | conversations | tests | cases | scenarios | simulations | sessions | dialogs | dialogues | chats | convos | journeys`,
  /** `testIds`, `test_count`. */
  singulars:
    "call | conversation | test | case | scenario | simulation | session | dialog | dialogue | convo | journey",
  lists: "ids | sids | uuids | refs | keys | list",
  /** `numberOfCalls`, `testsToRun`. */
  fillers: "number | num | of | to | be | run",
} as const;

export const outcomeNames = {
  /** No service uses these names for the outcome of an HTTP request. */
  verdict: "verdict | conclusion | outcome | disposition | decision | judgement | judgment",
  result: "result | results",
  status: "status | state | phase | lifecycle",
  /** Only as whole names. */
  alone: "overall | rollup | gate",
} as const;

/** Allowed beside an outcome name: `overallStatus`, `test_run_result`, `status.name`. */
export const outcomeQualifiers = `overall | final | test | tests | case | run | job | build | execution | exec | evaluation | eval |
  batch | channel | check | suite | scenario | task | consolidated | aggregate | aggregated | current | simulation |
  call | session | pipeline | workflow | life | cycle | summary | name | text | label | display | type | value | word | string | report | gate | quality |
  conversation | journey | testcase | testrun | campaign | launch | combined | global | main | is | the | ind | indicator | flag | acceptance | assertion | policy | gating | aasm`;

/** Allowed in any name about the run: `batch_run_passed`, `failures_in_suite`, `number_of_tests_that_failed`. */
export const runWords = `overall | final | run | runs | batch | job | build | execution | pipeline | workflow | campaign | launch |
  evaluation | simulation | aggregate | aggregated | consolidated | combined | global | testrun | of | in | the | that | and | or | across`;

/** Words that limit an outcome to one aspect of the run, so bad news counts and good news doesn't. */
export const aspectQualifiers =
  "post | process | processing | review | approval | analysis | progress | completion | upload | delivery | sync | last | latest | reporting | import | export | setup | teardown";

/** Under an outcome name with one of these words, "success" describes the run or a case and not the request. */
export const decisiveQualifiers =
  "overall | final | test | tests | case | testcase | testrun | suite | testsuite | evaluation | eval | scenario | gate | quality | consolidated";

/** Names with these prefixes describe an earlier run, an expectation, or something other than the run. */
export const foreignPrefixes = `expected | previous | prior | initial | baseline | target | desired | http | response | old | original | from |
  account | billing | payment | subscription | license | user | member | network | device | marital | employment |
  last | issue | ticket | defect | bug | pr | merge | deployment | commit | publish | publishing | order`;

/** Allowed beside a status word in a boolean's name: `has_failed`, `wasSkipped`. */
export const booleanFillers = "is | has | have | had | was | were | all | any | are | did | been | it | with";

/** Inputs, descriptions and earlier runs, whose outcomes are not those of this run. */
export const ignoredFields = `config | configuration | configurations | option | options | setting | settings | environment |
  environments | env | globals | variable | variables | vars | var | input | inputs | request | definition | definitions | template |
  templates | schema | parameters | params | param | args | arguments | tags | tag | labels | headers | query | filter | filters |
  owner | author | creator | created by | updated by | last updated by | run by | user | users | assignee | assigned to | reviewer |
  member | members | permissions | repository | repo | commit | commits | branch | sender | pull request |
  prompt | prompts | expected | expected result | expected results | expected status | expected outcome | previous | previous run | previous result |
  previous results | previous status | previous state | previously | prior | prior run | baseline | base | history | status history | state history | historical | trend | trends | last failure |
  last failed run | failing since | failure conditions | fail conditions | failure criteria | fail criteria | retry of | comparison | comparisons | capabilities | desired capabilities | platform |
  os | device | browser | persona | personas | integration | integrations | coverage map | tokens | token counts | token usage |
  tokens used | usage | billing | throttle status | credits | account | organization | organisation | workspace | team | credentials  |
  vendor | stdout | stderr | attachments | screenshots | artifacts | cursor | rate limit | rate limits | quota | quotas | webhook |
  webhooks | notification | notifications | recording | recordings`;

/** Under these names the response to the start of a run has a run before it. */
export const earlierRuns =
  "last run | latest run | recent run | last report | latest report | last result | last results | latest result | latest results | last execution | latest execution | recent runs | last runs | latest runs";

export const nonCaseTypes =
  "background | hook | before hook | after hook | before all | after all | before each | after each | setup | teardown | message | keyword | step | assertion | log | comment";

/** If the first element of a list has one of these fields, the elements are cases, whatever the list's name. */
export const caseOnlyFields =
  "full name | full title | full description | ancestor titles | title path | class name | fully qualified name";

/** People and things beside a run. What they state is about themselves, except a failure. */
export const bystanderFields = `environment | environments | env | labels | tags | user | users |
  platform | os | device | browser | persona | personas | integration | integrations | vendor | comparison |
  comparisons | attachments | webhook | webhooks`;

/** Objects that say how the run was to be made. */
export const settingsOfRun =
  "agent | agent under test | target | provider | request | options | config | configuration | settings | params | parameters | input | inputs";

/** Beside a run, false under these names means that the run was made with something that did not work. */
export const healthFlags =
  "healthy | is healthy | reachable | is reachable | ready | is ready | available | is available | online | is online";

/** First words of names of objects that are about another run, or about no run. */
export const otherRunWords =
  "previous | prior | earlier | baseline | parent | old | stale | rerun of | example";

/** Names of objects about what is done before and after the tests. */
export const preparations =
  "setup | teardown | preflight | preflight check | preflight checks | health | health check | health checks";

export const paginationFields = {
  flags: `has more | more | has next | has next page | next page exists | has previous | has prev | has previous page | truncated | is truncated | is partial | partial | incomplete | incomplete results | results truncated | more results | has more results | more available`,
  ends: "is last | last | is last page | is end | end reached",
  /** Any value but a list, null, false, 0, "" and {} means that there is another page. */
  tokens: `next | cursor | next page | next page token | next token | next cursor | next link | next url | next offset | next page url | next marker |
    continue | continuation | continuation token | page token next | cursor next | odata next link | next page link | next href | x next | last evaluated key |
    prev | prev page | previous page | prev link | previous link | prev cursor | previous cursor | prev url | previous url`,
  /** A number greater than the number of listed cases and suites means that some of them are missing. */
  lengths:
    "total | total count | odata count | total results | total items | total size | total records | total elements | total number | count total | full count | size total | total hits | available | count",
  /** The first offset is 0. */
  offsets: "offset | skip | from index",
  /** The first page is 0 or 1. */
  pageNumbers: "start index | page | page number | current page | page no",
  pages: "total pages | pages | page count | last page | num pages | number of pages",
} as const;

/** Names of the fields of a case and of a run. For `name`, `message` and `url`, the first name in the list wins. */
export const describingFields = {
  name: `full name | full title | full description | name | title | display name | test name | test case name | test case title |
    test title | case name | case title | scenario name | scenario title | check name | spec name | example name | journey name | short name | script name |
    friendly name | readable name | description | summary | label | question | assertion | fully qualified name | automated test name | test case |
    scenario | test | spec | check | rule | audit | evaluator | grader | criterion | node id | test id | case id | test case id | scenario id | public id | test public id | journey id | key | slug | identifier | uid | uuid | id`,
  message: `failure message | error message | failure reason | fail reason | failed reason | failure messages | error messages | status cause | failure | failures |
    exception | exception message | error | err | errors | display error | error text | error details | failure details | error description |
    failure description | errs | crash | message | reason | cause | status message | status reason | status details | result message | fail message | verdict reason | judge reason | explanation | rationale |
    justification | details | comment | feedback | notes | assertion message | skip reason | skipped reason | reason for skip | pending message | blocked reason |
    failure summary | stack trace | stack | trace`,
  skipReason:
    "skip reason | skipped reason | skip message | reason for skip | pending message | pending reason | ignore reason | skipped because | disabled reason",
  url: `web url | html url | app href | app url | ui url | dashboard url | report url | result url | results url | run url | view url | details url | detail url | public url | console url | test url | share url | shareable url | session url | recording url | video url | log url | browser url | permalink |
    web link | html link | link | url | href | self | build url | job url | execution url | report link | result link`,
  file: "file path | file | file name | spec file | test file | source file | source | path | uri | relative path",
  line: "line | line number | line no | start line",
  suite:
    "suite | suite name | test suite | test suite name | class name | feature | feature name | group | group name | module | module name | ancestor titles | title path | folder | section | category | describe | parent title",
  flaky: "flaky | is flaky | flake | flakey | was flaky",
  retries:
    "retries | retry count | retry | current retry | num retries | number of retries | rerun count | reruns | retried",
  attempts:
    "attempts | attempt count | attempt number | num attempts | number of attempts | attempt | tries | invocations",
  position: "number | no | index | nr | seq | sequence | order | try number | run number",
  isRetry: "is retry | is rerun | is a retry | retried | rerun | was retried",
  kind: "type | kind | keyword | item type | element type | node type | entity type",
  exitCode: "exit code | exit status | return code | process exit code",
  start:
    "start | at | timestamp | time | started | start time | started at | start date | started date | start timestamp | begin | began at | begin time | started on | start date time | time start | created start",
  end: `end | ended | end time | ended at | end date | stop | stop time | stopped at | stopped | finish | finished | finish time | finished at | finished on | completed | completed at | completed date | completed on | completion time |
    completion date | end timestamp | stopped on | stop date | finish date | time end | closed at | concluded at | end date time | done at | closed on | execution end | last call ended | last call ended at | last case ended at`,
} as const;

/** A unit may follow: "durationMs", "elapsed_in_seconds". */
export const durationNames = `duration | total duration | run duration | test duration | test run duration | execution duration | elapsed | elapsed time | total elapsed | run time |
  total time | execution time | test time | time taken | took | time | call duration | wall time | wall clock | wall clock time | duration total | total runtime | time elapsed | time spent | latency`;

/** The length of each unit in milliseconds, and its spellings. */
export const timeUnits: readonly (readonly [number, string])[] = [
  [1e-6, "ns | nano | nanos | nanosec | nanosecs | nanosecond | nanoseconds"],
  [1e-3, "us | µs | micro | micros | microsecond | microseconds"],
  [1, "ms | msec | msecs | milli | millis | millisec | millisecs | millisecond | milliseconds"],
  [1e3, "s | sec | secs | second | seconds"],
  [6e4, "m | min | mins | minute | minutes"],
  [36e5, "h | hr | hrs | hour | hours"],
];

/** A link whose name contains one of these words doesn't lead to a page about a run. */
export const machineLinkWords =
  "image | img | avatar | icon | logo | thumbnail | photo | picture | badge | schema | callback | webhook | initial | base | target | site | page | api | upload | download | screenshot";

/** A value under a name with one of these words reports a failure, unless it is zero, false, empty or like "none". */
export const failureWords =
  "fail | failed | failing | failure | failures | fails | regressions | mismatch | mismatches";

/** Names of a class that somebody or something gave a case. */
export const classNames = "label | classification";
export const failedClasses = "fail | failed | bad | incorrect | wrong | unsafe | harmful | toxic";

/** Together with a failure word these mean a setting, a ratio, a moment or another run. */
export const failureSettingWords = `allow | allowed | allows | before | by | fast | if | ignore | ignored | known | limit | max |
  maximum | mode | on | pct | percent | percentage | policy | previous | rate | ratio | retry | share | should |
  strategy | threshold | until | when | expected`;

/** In JUnit reports, earlier failures of a case that passed when it ran again. */
export const flakyFailureNames = "flaky failure | flaky error";

/** Last words of names that describe, classify, measure or locate. Most values under them can't contradict a pass. */
export const neutralNames = `contains | probe | detector | do | modality | location | locations | purpose | difficulty | explainability | impact | speed | maintainer | candidate | command | composite | listen | id | ids | uid | uuid | guid | name | names |
  title | titles | display | script | label | labels | description | descriptions | desc | caption | heading | subtitle | text |
  texts | content | contents | body | message | messages | msg | comment | comments | note | notes | remark |
  remarks | reason | reasons | explanation | rationale | summary | detail | details | info | hint | help |
  question | questions | answer | answers | prompt | prompts | utterance | quote | transcript | type | types |
  kind | kinds | category | categories | class | classes | classification | group | groups | family | genre |
  topic | topics | theme | subject | domain | area | section | role | roles | speaker | author | owner |
  creator | user | users | username | customer | caller | callee | agent | agents | bot | person | persona |
  personas | assignee | reviewer | team | org | organization | organisation | company | tenant | account |
  workspace | project | source | origin | medium | channel | channels | direction | provider | vendor |
  engine | model | models | voice | voices | gender | accent | language | languages | lang | locale |
  country | region | city | zone | timezone | tz | currency | device | platform | os | browser | client |
  server | host | hostname | address | ip | port | email | mail | phone | number | numbers | environment |
  env | tier | plan | version | versions | revision | release | branch | tag | tags | commit | sha | ref |
  hash | checksum | digest | signature | fingerprint | key | keys | slug | code name | token | tokens | seed |
  temperature | format | encoding | mime | extension | path | paths | file | files | filename | folder | dir |
  directory | uri | url | urls | link | links | href | image | images | icon | avatar | color | colour |
  mode | strategy | policy | method | protocol | scheme | schema | algorithm | framework | library | tool |
  tools | runner | parser | reporter | template | pattern | index | idx | order | position | rank | sequence |
  seq | offset | page | cursor | limit | size | length | width | height | depth | level | levels | severity |
  priority | importance | weight | unit | units | interval | frequency | cadence | schedule | cron |
  duration | durations | latency | time | times | timestamp | date | datetime | day | week | month | year |
  hour | minute | second | seconds | ms | at | on | since | until | deadline | start | end | created |
  updated | modified | cost | costs | price | amount | balance | budget | credits | usage | quota | billing |
  count | counts | total | sum | turns | words | characters | bytes | percent | sentiment | mood | emotion |
  tone | intent | intents | tone of voice | noise | background | trigger | triggered by | by | event |
  events | action | actions | step | phase | iteration | attempt | attempts | retry | retries | try | tries |
  run | runs | build | job | shard | worker | thread | suite | case | test | scenario | check | metric |
  dimension | criterion | criteria | rubric | grader | judge | evaluator | rule | rules | object | resource | entity |
  item | value | values | default | input | inputs | output | outputs | expected | param | params | argument |
  arguments | option | options | setting | settings | config | metadata | data | payload | headers | cache |
  session | request | response | bucket | queue | fork | topic arn | arn | etag | license | copyright |
  generator | generated | confidence | refs | carrier | codec | app | column | col | trigger app | sid | actor | backend | share | ruleset | flavor | schema version | run location | generation |
  player | npc | who | guest | patient | visitor | shopper | traveller | traveler | passenger | student | tester`;

/** The words before "by" that say who made, ran or judged something: "triggered by", "signed off by". */
export const doings = `triggered | created | updated | modified | run | executed | started | launched | initiated | submitted | requested |
  owned | authored | written | approved | signed | off | reviewed | decided | judged | graded | scored | rated | evaluated | generated | produced |
  reported | recorded | uploaded | assigned | performed | conducted | called | confirmed | verified | checked | released | accepted |
  tested | sorted | ordered | grouped | filtered | scheduled | invoked | raised | opened | published | committed | pushed | merged |
  deployed | sent | answered | handled | powered | provided | driven | managed | maintained | edited | added | built | spawned |
  queued | completed | finished | ended | closed | resolved | settled | exported | imported | designed | labelled | labeled | annotated |
  supervised | monitored | invited | verdict | passed | grounded | due | triaged | acknowledged | observed | captured | collected`;

/** The last word of such a name says what was counted and not how it was measured, so its first words decide. */
export const counterWords = "count | counts | total | number | numbers | num | sum | amount";

/** The number of cases that were chosen to be run or judged. */
export const sampleNames =
  "sample size | sampled | selected | drawn | rows | goldens | examples | dataset size";

/** A number under a name with one of these words or a unit of time is a measurement or an ordinal. */
export const measuredWords = `cost | costs | price | cents | credits | tokens | bytes | characters | chars | words | turns | time | times |
  duration | durations | latency | latencies | size | accuracy | precision | recall | score | scores | interruption | interruptions | concurrency | parallelism | throughput | rps | qps | tps |
  vus | warnings | silence | silences | barge | handoffs | answered | percent | points | epoch | retries | attempts | delta | spend | stddev | retry | sent | with | improvements`;

/** Words that may stand before the name of something that a number counts: "uniquePersonas", "peakUsers". */
export const countQualifiers = `unique | distinct | inbound | outbound | parallel | concurrent | peak | max | min | avg | average | mean |
  median | used | billed | simulated | synthetic | virtual | per | in | of | to | for | by | and | the | llm | ai | human`;

/** A flag whose name has only these words or words of `neutralNames` describes the record or a setting. */
export const neutralFlags = `conversational | hook | empty | did | update | fork | forked | composite | compiled | webhook | webhooks | personal | rootless | is |
  was | has | have | had | are | be | been | the | a | an | in | of | for | to | by | and | or | with | not |
  enabled | active | inactive | archived | public | private | published | visible | hidden |
  default | demo | sample | test | tests | production | cache | dry | run | async |
  sync | synchronous | asynchronous | parallel | recorded | recording | recordings | streaming | stream |
  streamed | retryable | billable | billed | paid | free | editable | pinned | starred | favorite |
  favourite | bookmarked | internal | external | shared | readonly | read | only | manual | manually |
  automatic | automated | auto | scheduled | headless | verbose | debug | new | latest | current | first |
  last | imported | exported | inbound | outbound | anonymous | anonymized | secure | encrypted |
  compressed | required | optional | mandatory | experimental | beta | deprecated | legacy | builtin |
  system | custom | global | local | remote | online | seeded | generated | synthetic | human | ai | audio | video | voice | image | images | transcript | transcripts |
  screenshot | screenshots | attachment | attachments | logs | log | notes | note | comment | comments |
  children | parent | root | leaf | array | list | more | next | previous | nullable | null | exists |
  present | loaded | saved | stored | registered | created | updated | modified | seen | viewed |
  opened | multi | single | turn | multiturn | multilingual | interactive | incremental | full | partial run |
  quick | strict | lenient | soft | calibration | calibrated | benchmark | baseline | reference | golden |
  flaky | rerun | retried | retry | reviewed | restartable | continuable | customized | sent | notified | notify | dirty | selected | included | locked | supported | related | linked | suggested | recommended`;

/**
 * Last words of names that tell who and what a run was made with, or how it is filed. The names in such an object are
 * free, and a text says nothing about the outcome. The plural of a name has the same meaning.
 */
export const storyNames = `choices | coverage | metadata | feedback stats | test set | custom data | custom fields | extra |
  extensions | annotations | context | labels | tag | properties | attributes | config | configuration |
  settings | options | flags | features | parameters | params | args | vars | variables | inputs | agent | bot |
  assistant | actor | author | owner | user | creator | requester | initiator | member | team | customer |
  caller | callee | participant | contact | person | persona | profile | tenant | account | organization | organisation |
  org | company | workspace | project | environment | env | infrastructure | infra | hardware | runtime |
  runner | instance | pod | cluster | host | machine | region | locale | location | language | lang | timezone |
  network | carrier | telephony | device | browser | os | platform | client | client info | sdk | library |
  framework | tool | tooling | vendor | provider | engine | model | llm | voice | stt | tts | asr | prompt |
  template | dataset | knowledge base | document | git | vcs | scm | repository | repo | commit | branch |
  pull request | merge request | release | version | deployment | image | package manager | ci |
  pipeline reference | reference | refs | trigger | triggered by | decided by | source | event | webhook | integration |
  integration ids | notification | subscribers | recipients | schedule | cron | retention | pricing | billing |
  invoice | cost | credits | spend | price | usage | tokens | carbon | recording | audio | video | media |
  distribution | files | assets | artifacts | attachments | screenshots | transcript | transcription | timeline | trend |
  chart | visualization | theme | branding | links | urls | endpoint | headers | cookies | manifest | schema |
  spec version | plugin | strategy | strategies | topic | keywords | categories | taxonomy | analytics |
  telemetry | tracing | transfers | experiment | variant | cohort | sampling rate | interruptions | durations |
  latencies | collectors | reporter | executor | uploader | sandbox | campaign | implementation | quota |
  jsonapi | embedded | code coverage | signature | permissions | credentials | ids | config ids |
  guardrail | robot | trunk | workflow | tunnel | simulator | generator | orchestrator | scheduler | milestone |
  sprint | epic | story | facet | segment | accessibility | performance | web vitals | vitals | seo | evidence |
  skill | intent | entities | flow | gateway | ivr | sim | phone | line | dialplan | department | product |
  policy | policies | ruleset | rubric | weights | matrix | grid | toggles | geo | country | site | office |
  building | room | vehicle | firmware | kernel | driver | package | dependencies | container | namespace |
  cloud | cpu | gpu | memory | disk | screen | viewport | resolution | orientation | font | style | layout |
  dashboard | board | ticket | requirement links | traceability | glossary | dictionary | ontology | catalog |
  inventory | crm | chat | thread | survey | demographic | audience | market | brand | campaign info |
  certificate | encryption | proxy | vpn | bucket | storage | cdn | database | db | session info | run info |
  build info | system info | test info | test data | scoring | grading scale | scale | judge model |
  seed data | fixtures | corpus | hyperparameters | latency budget | sample rate |
  audio format | csat | nps | mos | xmlns`;

/** Names of texts in which a run tells people how it went. */
export const reportNames =
  "return text | outcome reason | message | messages | msg | summary | detail | details | note | notes | reason | status message | status text | status reason | headline | hint | hints | remark | remarks | annotations | warning | warnings | warning messages | notice | notices | info";

/** Flags of a case that tell what happened in it. Its verdict says whether that was right. */
export const caseEvents =
  "cached | from cache | escalated | transferred | handed over | handed off | voicemail | voicemails";

/** Under these names an unknown word doesn't count, because stages have names such as "greeting". */
export const stageNames =
  "conversation | dialog | dialogue | stage | step | current stage | current step | stop reason | finish reason | close reason | ended because | stopped because";

export const settingPrefixes = `allow | allows | auto | can | could | enable | enables | use | uses | include | includes | should | show |
  shows | send | sends | notify | store | save | keep | skip | supports | support | may | needs auth |
  record | exclude | ignore | disable | hide | want | wants | prefer | force`;

/** Names of fields that say which persona and scenario a case was run with. An id counts only without a name. */
export const caseFactNames = {
  persona:
    "persona | persona name | persona label | user persona | caller persona | customer persona | simulated user | simulated persona",
  personaId: "persona id",
  scenario: "scenario | scenario name | scenario title | scenario label",
  scenarioId: "scenario id",
} as const;

/** Names by which a case says why it has its status: the metrics by which it was judged. */
export const metricNames = {
  /** A list of metrics, an object whose field names are metrics, or one metric. */
  groups: `metrics | metric | metrics data | metric data | metric results | quality metrics | criteria | criterion | criteria results | criterion results |
    assertions | assertion results | asserts | component results | checks | check results | expectations | expectation results |
    evaluations | evaluation | evaluation results | evaluators | evaluator results | evals | eval results | graders | grader results |
    grades | grading | grading result | grading results | judges | judge | judge results | judgements | judgement | judgments | judgment |
    rubric | rubrics | rubric results | scores | score | named scores | score breakdown | scorers | scorecard | verifications | validations |
    validation results | goals | objectives | requirements | checklist | quality gates | gates | kpis`,
  /** Objects whose numbers are measurements. */
  usage: "usage | token usage | tokens | tokens used | token counts | costs | timings | latencies | latency",
  /** Numbers of a case itself. A unit may follow: "latencyMs". */
  measurements: `score | overall score | final score | total score | average score | mean score | quality score | rating | grade | confidence |
    similarity | latency | average latency | avg latency | mean latency | max latency | response time | time to first token |
    ttft | time to first byte | cost | total cost | cost usd | price | tokens | token count | total tokens | tokens used |
    input tokens | output tokens | prompt tokens | completion tokens | cached tokens | wer | word error rate | csat | mos | interruptions | turn count`,
  name: `name | metric | metric name | criterion | criterion name | criteria | assertion | assertion name | check | check name | rule | expectation |
    goal | label | title | judge | judge name | grader | grader name | evaluator | evaluator name | scorer | question | key | type | description | id`,
  reason: `reason | reasoning | rationale | explanation | justification | failure reason | fail reason | judge reason | judge reasoning |
    verdict reason | why | reasons | message | error | error message | failure message | feedback | comment | details | notes | evidence`,
  /** Flags of a metric beside those for an outcome. */
  met: "met | is met | achieved | reached | matched | matches | valid | is valid | holds",
  /** Texts of a case itself in which a judge gives a reason. */
  reasons: `why | reasons | review reason | reason for review | reasoning | rationale | explanation | justification | judge reason | judge reasoning | judge rationale | judge explanation | judge feedback |
    verdict reason | verdict reasoning | score reason | grading reason | evaluation reason | feedback`,
  /** Texts of a case itself that may give a reason. */
  summaries: "summary",
  /** A value of a case, beside the expected one. */
  actual: "actual | actual value | actual result | got | received | observed",
  expected: "expected | expected value | expected result",
} as const;

/** Names under which a case has files. The kind gives the attachment's name, because the service's name may be anything. */
export const attachmentNames = {
  lists:
    "attachments | attachment | artifacts | files | media | assets | recordings | screenshots | videos | audio files",
  kinds: {
    recording: `recording | recording url | recording link | audio | audio url | audio link | audio file | audio recording | audio recording url |
      call recording | call recording url | stereo recording url | mono recording url | voice recording | recordings | audio files`,
    video: "video | video url | video link | video recording | video recording url | videos | screencast",
    screenshot: "screenshot | screenshot url | screenshot link | screenshots | image | image url",
    log: "log | log url | logs | logs url | log file | log link | stdout | stderr",
    transcript: "transcript | transcript url | transcript link | transcription | transcription url",
    trace: "trace | trace url | trace link | traces",
  },
  url: "url | href | link | download url | web url | public url | signed url | uri | src | path | location",
  label: "name | title | label | file name",
  type: "content type | mime type | mime | media type | type | kind | format",
} as const;

/** Names of measurements, and names of bounds for a measurement in the same object. */
export const measurementNames = {
  value:
    "score | points | value | mean | average | avg | median | actual | actual value | actual score | measured | measurement | observed | rating | result | got | received | given | granted | collected | attained | achieved",
  /** Lower is better. */
  cost: `latency | duration | elapsed | response time | cost | price | error rate | wer | word error rate | toxicity | hallucination |
    hallucinations | bias | perplexity | distance | time to first token | ttft | risk | risk score | toxicity score | error score |
    p50 | p75 | p90 | p95 | p99`,
  least: `threshold | min threshold | minimum threshold | lower threshold | min | minimum | min score | minimum score | min value | required | required score | pass score |
    passing score | pass threshold | score threshold | threshold value | cutoff | pass mark | lower bound | at least | target | target score | goal | objective | floor | needed`,
  most: "max threshold | maximum threshold | upper threshold | max | maximum | limit | upper bound | at most | max value | maximum value | max allowed | ceiling | budget",
} as const;

/** Flags of a case by which it reached what it was made for. */
export const goalFlags =
  "goal | goal achieved | goal reached | goal met | goal completed | goals achieved | goals met | objective achieved | objective met | objectives met | met | matched | satisfied | holds | within";

export const decisionNames = "decision | judgement | judgment | answer | assessment";

/** A moment, a person or true under such a name means that a review is over. */
export const reviewEndNames =
  "signed | settled | submitted | decided | resolved | reviewed | closed | completed | finished | approved | applied";

/** Objects in which a response wraps a review. */
export const envelopes = "data | response | payload | body | content | attributes | review | reviews";

/** Objects in which the response to a creation wraps the new record, if they are in no other record. */
export const recordEnvelopes = `data | response | payload | body | content | attributes | result | results | item | items | record |
  entity | resource | object | element | output | value | returned | created`;

/** The words by which the response to a request shows that the service refused it. A run has words of its own. */
export const requestWords = {
  /** Objects in which a response says how the request went. */
  envelopes: "meta | metadata | status | header | outcome | operation | request",
  /** False under these names is a refusal, also beside the fields of a record if there is a reason. */
  success: "success | succeeded | successful | is success | is successful",
  /** False is a refusal, also beside the fields of a record. */
  done: {
    create: "created | is created",
    import: "imported | is imported",
    update: "updated | is updated",
    delete: "deleted | is deleted | removed | is removed | deleted count | removed count",
    start: "started | is started",
    reassign: "reassigned | is reassigned",
  },
  statuses: "status | result | outcome | response",
  /** In a response to a request these statuses mean a refusal; in a record they do not. */
  refused: `refused | forbidden | unauthorized | unauthorised | not authorized | not allowed | locked | conflict | not found | bad request |
    quota exceeded | limit exceeded`,
  /** Beside an id, fields with other names describe a record. */
  notes: "message | msg | reason | reason code | error code | detail | details | timestamp",
  ids: "id | uuid | request id | trace id | correlation id",
} as const;

/** Flags of the request: false means that the service refused the fields. */
export const requestFlags =
  "success | succeeded | successful | ok | accepted | valid | saved | stored | submitted | updated | recorded | applied";

/** Last words of names under which true is good news and false is bad news. */
export const goodLastWords = `registered | signed | reached | resolved | satisfied | met | followed | kept | confirmed | verified | authenticated | collected |
  placed | solved | respected | relevant | grounded | faithful | compliant | polite | professional | correct | matched | match |
  agreed | approval given | consent given | signoff given | off given | release given | clearance given | permission given |
  confirmation given | started | connected | reachable | ready | responding | reporting | online | unanimous | improved | accurate | helpful | safe | achieved | fulfilled | accomplished | successful |
  within limit | within limits | within target | within bounds | within range | within threshold |
  success | ok | pass | passed | passing | succeeded | ship | release | deploy | empathy | converted | booked | handled | handed over | handed off | valid | launched | deployable`;

/** First words of names about attacks. */
export const attackWords = "attack | jailbreak | injection | exploit | bypass | breach | leak";

/** Last words of names under which a value is bad news, unless it is zero, false, empty or like "none". */
export const badLastWords = `toxic | toxicity | hallucinated | hallucination | hallucinations | jailbroken | abandoned | dropped | leaked | leak |
  biased | unsafe | harmful | offensive | off topic | off script | dead air | refused | flagged | vulnerable | compromised |
  hung up | hangup | profanity | detected | breached | violated | degraded | overridden | blocker | blockers | violation | violations |
  error | errors | exception | exceptions | crash | crashes | unmet | misses | defects | incidents | no answer | unreachable | unanswered |
  cached | from cache | fallback used | judge down | panic | panics | fatal | traceback | bugs | breaches | showstoppers | safety flags | errored | crashed | aborted | cancelled | canceled | interrupted | timed out | cancellation | exhausted | exceeded | red flag | red flags |
  incident | open tickets | superseded | replaced | obsoleted | vetoed | reopened | overruled | amended | to do | to run |
  to judge | to grade | to evaluate | to review | invalidated | retracted | outdated | tainted | halt | halted | disputed | dispute | appeal |
  draft | mock | mocked | stubbed | muted | excluded | deleted |
  successful attacks | vulnerabilities | vulnerability | exploits | jailbreaks`;

/** These are bad news only before one of `namesOfCounted`: "criticalIssues", "activeConversations", "cancelReason". */
export const badBeforeCounted =
  "critical | severe | active | timeout | cancel | failed | incomplete | terminated";

/** Last words that say what is counted, or when, by whom or why it happened. Units of cases are further ones. */
export const namesOfCounted = `at | by | reason | because | count | total | issue | issues | finding | findings | alert | alerts | category | categories | content | tests | cases |
  scenarios | conversations | simulations | dialogs | dialogues | chats | sessions | calls`;

/** The question that a review asks a person. */
export const reviewQuestionNames = "question | question text | review question";

/** The question of an undecided review without any other question or name. In a decided one, it can be a comment. */
export const lastReviewQuestionNames = "text";

export const stepLists = "steps | phases | stages | assertions | expectations | criteria";

/** Lists of what somebody or something found. Severe elements contradict a pass. */
export const findingLists = "issues | findings | alerts | flags | problems | concerns";

/** In an element of such a list. Elsewhere they say how important a case is. */
export const severityNames = "severity | level | priority";
export const severeWords = "critical | blocker | blocking | fatal | severe | major | high";

/** Names with these prefixes describe an earlier state, an expectation or a limit. */
export const pastPrefixes =
  "expected | previous | previously | prior | last | initial | baseline | desired | original | old | max | allowed | has no";

/** Names of labels and prose, in which a status word means nothing. */
export const descriptiveNames = `name | title | label | description | desc | type | kind | category | event | trigger | tag | tags | key | id |
  text | question | topic | intent | scenario | prompt | utterance | content | comment | comments | note | notes | remark | message | summary | slug`;

/** Words by which a text for people reports a refusal. */
export const denialWords =
  "not | cannot | can't | couldn't | unable | denied | forbidden | refused | rejected | failed | invalid | unauthorized | already | locked | no | nothing | must | expired | another";

/** Words of objects whose ids can differ between the start and the report of one run, or belong to what is tested. */
export const strangersToRuns = `agent | agents | assistant | bot | persona | caller | callee | customer | contact | person | profile | story | stories | user |
  commit | application | app | model | voice | phone | trigger | triggered | schedule | parent | next | first | last | latest |
  current | active | previous | prior | baseline | original | source | copied | cloned | fallback | escalation | alert | alerts |
  slack | discord | worker | runner | machine | host | server | node | instance | container | pod | process | queue | lease |
  lock | span | trace | log | logs | snapshot | artifact | version | release | report | export | request | correlation |
  event | message | transaction | delivery | operation | poll | etag | page`;

/** A name with one of these words is about another run than the one that was started. */
export const namesOfOtherRuns = `previous | prior | earlier | last | latest | first | next | baseline | base | compared | comparison |
  reference | original | source | parent | child | retry | rerun | copied | cloned | supersedes | superseded | replaces |
  replaced | history | trend | related | similar | trigger | triggered | queued | upcoming`;
