/**
 * The words by which a response is understood, as data. Field names and values are compared without case and
 * separators: `numPassedTests`, `num_passed_tests` and `NUM-PASSED-TESTS` are one name, and are split into the words
 * below. Only words belong here that mean the same in every product. The start fails where one status word stands
 * under two meanings.
 */

/** What a status says. */
export type Says =
  /** It goes on: whatever else is said is provisional. */
  | "running"
  | "failed"
  /** It ended, or came to rest, without a verdict. */
  | "undecided"
  /** Not run: left out by the author, or still to come, as the rest of the response tells. */
  | "unrun"
  /** Not to be run now. */
  | "planned"
  | "skipped"
  | "passed"
  /** Said of calls as often as of tests: it counts where a test's result is expected, and nowhere else. */
  | "success"
  /** It is over, which is no verdict. */
  | "finished"
  /** About the record, not about its run. */
  | "neutral";

/** Where one phrase says several things ("finished with errors"), the first of these wins. */
export const saysFirst: readonly Says[] = [
  "running",
  "failed",
  "undecided",
  "unrun",
  "planned",
  "skipped",
  "finished",
  "success",
  "passed",
  "neutral",
];

/** Status words, as values, as names of booleans (`timedOut: true`), of counts and of lists. */
export const statusWords: Readonly<Record<Says, string>> = {
  running: `running | in progress | progress | in flight | ongoing | under way | executing | processing |
    queued | enqueued | queueing | queuing | waiting | awaiting | scheduled | rescheduled |
    triggered | started | starting | not started | not yet started | initiated | initializing | initialising | init |
    launched | launching | dispatched | submitted | accepted | received | requested | created | preparing | prepared |
    provisioning | allocating | assigned | building | testing | evaluating | grading | judging | scoring | analyzing |
    analysing | finalizing | finalising | completing | finishing | finishing up | ending | stopping | cancelling |
    canceling | aborting | uploading | downloading | collecting | retrying | rerunning | restarting | resuming |
    paused | on hold | held | delayed | deferred | dialing | dialling | ringing | connecting | connected |
    not finished | not complete | not completed | not done | unfinished | not ended | still running |
    is running | being processed | being executed | being evaluated | being run | not ready | loading | syncing |
    pending execution | pending run | pending start | wip | busy | working`,
  failed: `failed | fail | fails | failing | failure | failures | failed out | not passed | not pass | did not pass |
    does not pass | no pass | unpassed | unsuccessful | unsuccess | not successful | not succeeded | not ok | nok | not okay | ko | error | errors | errored |
    erroring | err | broken | breaking | broke | crash | crashed | crashes | exception | exceptions | fatal | timeout |
    timeouts | timed out | red | rejected | denied | unhealthy | down | critical | violated | violation |
    violations | invalid | bad | defect | defective | mismatch | mismatches | mismatched | unexpected | unexpected pass | killed |
    infrastructure failure | infra failure | system failure | startup failure | crossed | breached | exceeded |
    regression | regressions | regressed | lost | unmet | not met | wrong | incorrect | major | severe | fail hard | panic |
    panicked | oom | bailout | bailed out | bailed | hanged | hung | non passing | dead | missed`,
  undecided: `needs review | need review | needs reviewing | needs human review | review | in review | under review |
    human review | manual review | awaiting review | pending review | review pending | review required |
    requires review | to review | to be reviewed | unreviewed | not reviewed | needs attention | attention | needs approval |
    pending approval | awaiting approval | unapproved | unresolved | pending decision | inconclusive | undetermined |
    indeterminate | not determined | undecided | unknown | unsure | uncertain | unclear | ambiguous | no verdict |
    no result | no results | no status | none | not available | blocked | blocking | partial | partially passed |
    partly passed | partially | partially completed | partially successful | partially succeeded | mixed | incomplete | canceled | cancelled | cancel |
    cancellation | aborted | abort | stopped | interrupted | terminated | expired | superseded | abandoned | discarded |
    stale | neutral | action required | manual | warning | warnings | warn | warned | degraded | unstable | other |
    others | no tests | no tests found | no tests ran | empty | missing | not applicable | limited | suspended |
    quarantined | orphaned | provisional | preliminary | tentative | interim | dry run |
    requires human review | requires manual review | human review required | manual review required | needs manual review | human review needed |
    review needed | awaiting human review | pending human review | requires approval | approval required | awaiting verification | deprecated | doubtful | suspicious | retest | retry | questionable | disputed | escalated |
    unverified | unconfirmed | untrusted | minor | rejected by reviewer | insufficient data | no data`,
  unrun: `pending | not run | not ran | not executed | unexecuted | untested | not tested | no run | unrun |
    not attempted | never run | outstanding | remaining | left | open tests | undone | not evaluated |
    unevaluated | ungraded | not graded | unscored | not scored`,
  planned: "to do | to dos",
  skipped: `skipped | skip | skips | skipping | ignored | ignore | disabled | disable | excluded | omitted | bypassed |
    filtered | filtered out | deselected | muted | inapplicable | expected failure | expected failures | xfail |
    xfailed | expected fail | assumption failed | assumption violated | not selected | deactivated`,
  passed: `passed | pass | passes | passing | all passed | green | xpass | xpassed | flaky | flaked |
    flakey | expected | fixed | passed on retry | passed with retries | passed after retry | flaky passed | conforms |
    conformant`,
  success: `success | successes | successful | successfully | succeeded | succeed | succeeds | ok | okay | no errors |
    no error | no failures | no failure | no issues | not failed | good | fine | healthy | up | clean | correct | right |
    satisfied | met | fulfilled | verified | valid | succeeded with retries`,
  finished: `final | finished | finish | completed | complete | completion | done | ended | end | closed | concluded | executed |
    evaluated | processed | graded | scored | over | performed | tested | full  |
    results available | report ready | delivered | hung up | disconnected | finalized | finalised | ran`,
  neutral: `active | inactive | enabled | published | unpublished | draft | archived | deleted | updated | public |
    private | ready | reviewed | approved | available | open | online | default | standard | normal | new | current |
    latest | imported | saved | stored`,
};

/** Signs that stand in the place of a status word. */
export const statusSigns: readonly (readonly [Says, string])[] = [
  ["failed", "❌ ✗ ✘ ✖ 🔴 🟥 ⛔"],
  ["passed", "✅ ✔ ✓ 🟢 🟩"],
  ["undecided", "⚠ 🟡 🟨 ❓"],
];

/**
 * Status words that say nothing as the name of a boolean or a count: `started: 12` counts what was begun,
 * `manual: true` tells how, `scheduled: true` tells why.
 */
export const neverFlags = `started | starting | triggered | created | accepted | received | requested | submitted |
  dispatched | launched | initiated | initialized | connected | assigned | prepared | testing | progress |
  held | init | scheduled | deferred | manual | retry | review | empty | missing | limited | expected | flaky | flake |
  flakey | fixed | valid | good | fine | up | clean | right | met | down | red | green | lost | major | minor |
  deprecated | open tests | left | retest | attention | unverified | verified | critical | severe | dead | next |
  muted | loading | ready | tested | over | end | finish | delivered | executed | processed | evaluated |
  graded | scored | performed | wip | stale | none | neutral | suspended`;

/** Parts of words for what ended before its end, or shows a part: nothing that a person decides makes it whole. */
export const cutShort = `cancel | abort | stopped | interrupt | terminat | expired | supersed | abandon | discard | stale | partial |
  partly | incomplete | limited | suspend | missing | empty | no tests | no result | no data | insufficient data | orphan |
  provisional | prelimin | tentativ | interim | dry run`;

/** Beneath a case that passed these words say nothing: what was begun there, and what is only not told. */
export const saysLittle = `started | starting | triggered | created | accepted | received | requested | submitted |
  dispatched | launched | initiated | initialized | connecting | connected | ringing | assigned | prepared | none |
  neutral | other | unknown | not available | not applicable | no status`;

/** What may fail without harm, by a flag that is set, and by one that is not. */
export const mayFail = {
  set: `allow failure | allow failures | allow fail | allowed to fail | allowed failure | may fail | can fail | fail allowed |
    failure allowed | failures allowed | continue on error | continue on fail | continue on failure | ignore failure |
    ignore failures | ignore error | ignore errors | soft fail | soft failed | soft failure | optional | is optional |
    non blocking | not blocking | non fatal | expected failure | expected to fail | should fail |
    xfail | advisory | informational | tolerated | superseded | is superseded`,
  unset: "required | is required | blocking | is blocking | mandatory | is mandatory",
} as const;

/** Status words under which a number is a limit rather than a count: `timeout: 5000`. */
export const neverCounts = "timeout | timed out | crash | pause | paused | delay | delayed | full";

/** A number under these counts all that were begun, of which nothing need be running any more. */
export const begunCounts = "triggered | started | launched | dispatched | submitted | initiated | begun";

/** Turn the word after them around: "not passed", "no failures". */
export const negations = "not | no | non | never | without | didn't | isn't | wasn't | un";

/** May stand in a phrase beside a status word: "all tests passed", "run completed successfully", "with errors". */
export const phraseFillers = `a | all | an | and | are | at | been | but | by | for | has | have | in | is | it | its | of | on | or |
  some | the | to | was | were | with | within | every | any | overall | final | finally | result | results | status |
  state | test | tests | case | cases | testcase | testcases | check | checks | run | runs | job | jobs | build |
  builds | suite | suites | batch | scenario | scenarios | step | steps | assertion | assertions | call | calls |
  session | task | pipeline | workflow | execution | evaluation | eval | outcome | verdict | conclusion | quality | gate | hard |
  soft | early | yet | now | still | gracefully | normally | automatically`;

/** `expected: 5` is a count of tests only beside `unexpected: 0`. */
export const pairedCounts = { expected: "unexpected", flaky: "unexpected" } as const;

/** Words in the names of counts that add nothing to "how many". */
export const countFillers =
  "outside | runtime | num | number | no | of | count | counts | cnt | nb | n | amount | sum | total | totals | tot | how | many | overall | all | items";

/** Objects that hold the fields of the element they are in. */
export const attributeObjects = "attributes | attrs | attr | properties | fields";

/** Words that make a number a share or a grade rather than a count. */
export const shares =
  "rate | rates | percent | percentage | pct | ratio | share | score | scores | grade | average | avg | mean | quota";

/** What is counted or listed. */
export const units = {
  test: `test | tests | case | cases | testcase | testcases | testpoint | testpoints | scenario | scenarios | example |
    examples | spec | specs | check | checks | evaluation | evaluations | eval | evals | journey | journeys |
    conversation | conversations | simulation | simulations | checkpoint | question | questions | sample | samples |
    probe | probes | dialog | dialogs | dialogue | dialogues | testrun | testruns | monitor | monitors | unit | units | rule | rules | audit | audits |
    control | controls | condition | conditions | task | tasks | call | calls`,
  suite: `suite | suites | testsuite | testsuites | file | files | feature | features | module | modules | class |
    classes | group | groups | folder | folders | plan | plans | package | packages | fixture | fixtures | container |
    containers | device | devices | browser | browsers | job | jobs | stage | stages | set | sets | testset | testsets | describe |
    describes | collection | collections | project | projects | worker | workers | shard | shards | iteration | iterations`,
  part: `step | steps | teststep | teststeps | assertion | assertions | assert | asserts | attempt | attempts | retry | retries | retried |
    rerun | reruns | turn | turns | phase | phases | message | messages | transcript | transcripts | hook | hooks | span | spans |
    trace | traces | event | events | log | logs | body | keyword | keywords | action | actions | command | commands | expectation | expectations |
    location | locations | metric | metrics | criteria | criterion | component | components | snapshot | snapshots |
    screenshot | screenshots | attachment | attachments | artifact | artifacts | request | requests  |
    response | responses | script | scripts | tool | tools | toolcalls | before | after |
    setup | teardown | stdout | stderr | output | outputs | validation | validations | verification | verifications |
    threshold | thresholds | history | annotation | annotations | token | tokens |
    judge | judges | judgement | judgements | judgment | judgments | grader | graders | rubric | rubrics | checklist | finding | findings | comment | comments`,
} as const;

/** Lists whose name says nothing of what they hold. */
export const genericLists = `results | result | items | item | data | value | values | list | records | record | entries |
  entry | rows | row | elements | element | nodes | node | edges | children | runs | run | executions | execution |
  builds | sessions | workflows | objects | resources | content | contents | details | array | reports |
  outcomes | statuses | verdicts | batches | channels | testdata | instances | targets | pipelines`;

/** Lists within a test that are its attempts when their elements have no names of their own. */
export const attemptLists =
  "attempts | tries | retries | reruns | results | runs | executions | invocations | repetitions";

/** Among them those that can be nothing else: the last attempt decides. */
export const surelyAttempts = "attempts | tries | retries | reruns | invocations";

/** In an object under such a name, each name is one of them, and what stands under it says how it went. */
export const judgedByName = `criteria | assertions | asserts | expectations | validations | verifications | rubric | rubrics | checklist |
  judges | judgements | judgments | graders`;

/** What the run as a whole has to keep to: one that is not kept fails it, whatever its cases say. */
export const criteria = "threshold | thresholds | gate | gates | quality gates | slo | slos | sla | slas";

/** Objects that only wrap the run: what is said in them is said of the run. */
export const wrappers = `data | result | results | run | response | payload | body | content | attributes | report |
  summary | execution | batch | channel | job | build | item | record | test | evaluation | eval | status | state | outcome | conclusion | verdict |
  details | detail | overall | final | event | pipeline | workflow | suite | session | launch | check | project | node | root | stats |
  statistics | statistic | totals | total | counts | counters | metrics | object | value | simulation | campaign | testrun | quality | gate |
  call | conversation | analysis | last | latest | current | info | progress | meta | score | scenario | task | timings`;

/** Names of fields that hold a status word. */
export const outcomeNames = {
  /** Never used for the outcome of an HTTP call. */
  verdict: "verdict | conclusion | outcome | disposition",
  result: "result | results",
  status: "status | state | phase | lifecycle",
} as const;

/** May stand beside such a word: `overallStatus`, `test_run_result`, `status.name`. */
export const outcomeQualifiers = `overall | final | test | tests | case | run | job | build | execution | exec | evaluation | eval |
  batch | channel | check | suite | scenario | task | consolidated | aggregate | aggregated | current | simulation |
  call | session | pipeline | workflow | life | cycle | summary | name | text | label | type | value | word | string | report | gate | quality |
  conversation | journey | testcase | testrun | campaign | launch | combined | global | main | is | the | ind | indicator | flag`;

/** Say in any name that the run is meant: `batch_run_passed`, `failures_in_suite`, `number_of_tests_that_failed`. */
export const runWords = `overall | final | run | runs | batch | job | build | execution | pipeline | workflow | campaign | launch |
  evaluation | simulation | aggregate | aggregated | consolidated | combined | global | testrun | of | in | the | that | and | or | across`;

/** With one of these it is about one aspect of the run only: bad news counts, good news does not. */
export const aspectQualifiers =
  "post | process | processing | review | approval | analysis | progress | completion | upload | delivery | sync | last | latest | reporting | import | export | setup | teardown";

/** With one of these, "success" is that of a test and not of a call. */
export const decisiveQualifiers =
  "overall | final | test | tests | case | testcase | testrun | suite | testsuite | evaluation | eval | scenario | gate | quality | consolidated";

/** A name that begins so tells how something else went, how it was before, or how it should have gone. */
export const foreignPrefixes = `expected | previous | prior | initial | baseline | target | desired | http | response | old | original | from |
  account | billing | payment | subscription | license | user | member | network | device | marital | employment |
  last | issue | ticket | defect | bug | pr | merge | deployment | commit | publish | publishing | order`;

/** May stand beside a status word in the name of a boolean: `has_failed`, `wasSkipped`. */
export const booleanFillers = "is | has | have | had | was | were | all | any | are | did | been | it | with";

/** Inputs, descriptions and records of earlier runs: nothing under these names is read. */
export const ignoredFields = `config | configuration | configurations | option | options | setting | settings | environment |
  environments | env | globals | variable | variables | vars | var | input | inputs | request | definition | definitions | template |
  templates | schema | parameters | params | param | args | arguments | tags | tag | labels | headers | header | query | filter | filters |
  owner | author | creator | created by | updated by | last updated by | run by | user | users | assignee | assigned to | reviewer |
  member | members | permissions | repository | repo | commit | commits | branch | sender | pull request | metadata |
  prompt | prompts | expected | expected result | expected results | expected status | expected outcome | previous | previous run | previous result |
  previous results | previous status | previous state | prior | prior run | baseline | base | history | historical | last failure |
  last failed run | failing since | retry of | comparison | comparisons | capabilities | desired capabilities | platform |
  os | device | browser | persona | personas | integration | integrations | coverage | coverage map | token usage |
  tokens used | usage | billing | account | organization | organisation | workspace | team | credentials  |
  vendor | stdout | stderr | attachments | screenshots | artifacts | cursor`;

/** Types of list elements that are no cases. */
export const notCases =
  "background | hook | before hook | after hook | before all | after all | before each | after each | setup | teardown | message | keyword | step | assertion | log | comment";

/** An element with one of these fields is a case, whatever its list is called. */
export const caseMarks =
  "full name | full title | full description | ancestor titles | title path | class name | fully qualified name";

/** Fields that say that a list goes on elsewhere. */
export const moreToCome = {
  /** True means more. */
  flags: `has more | more | has next | has next page | next page exists | truncated | is truncated | is partial | partial | partial results | incomplete | incomplete results | results truncated | more results | has more results | more available`,
  /** Anything but null, false and "" means more. */
  tokens: `next | next page | next page token | next token | next cursor | next link | next url | next offset | next page url | next marker |
    continuation | continuation token | page token next | cursor next | odata next link | next page link | next href`,
  /** A number greater than the list's length means more. */
  lengths:
    "total | total count | total results | total items | total size | total records | total elements | total number | count total | full count | size total | total hits | available",
  pages: "total pages | pages | page count | last page | num pages | number of pages",
} as const;

/** Names of the fields of a case and of a run; of several that are there, the first in the list is taken. */
export const fields = {
  name: `full name | full title | full description | name | title | display name | test name | test case name | test case title |
    test title | case name | case title | scenario name | scenario title | check name | spec name | example name | journey name | short name | script name |
    friendly name | readable name | description | summary | label | question | assertion | fully qualified name | automated test name | test case |
    scenario | test | spec | check | rule | audit | node id | test id | case id | test case id | scenario id | public id | test public id | journey id | key | slug | identifier | uid | uuid | id`,
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
  isRetry: "is retry | is rerun | is a retry | retried | rerun | was retried",
  kind: "type | kind | keyword | item type | element type | node type | entity type",
  exitCode: "exit code | exit status | return code | process exit code",
  start:
    "start | started | start time | started at | start date | started date | start timestamp | begin | began at | begin time | started on | start date time | time start | created start",
  end: `end | ended | end time | ended at | end date | stop | stop time | stopped at | stopped | finish | finished | finish time | finished at | finished on | completed | completed at | completed date | completed on | completion time |
    completion date | end timestamp | stopped on | stop date | finish date | time end | closed at | concluded at | end date time | done at`,
} as const;

/** Names of durations; a unit may follow ("durationMs", "elapsed_in_seconds"). */
export const durationNames = `duration | total duration | run duration | test duration | test run duration | execution duration | elapsed | elapsed time | total elapsed | run time |
  total time | execution time | test time | time taken | took | time | call duration | wall time | wall clock | wall clock time | duration total | total runtime | time elapsed | time spent | latency`;

/** Each unit's milliseconds, with its spellings. */
export const timeUnits: readonly (readonly [number, string])[] = [
  [1e-6, "ns | nano | nanos | nanosec | nanosecs | nanosecond | nanoseconds"],
  [1e-3, "us | µs | micro | micros | microsecond | microseconds"],
  [1, "ms | msec | msecs | milli | millis | millisec | millisecs | millisecond | milliseconds"],
  [1e3, "s | sec | secs | second | seconds"],
  [6e4, "m | min | mins | minute | minutes"],
  [36e5, "h | hr | hrs | hour | hours"],
];

/** A link whose name contains one of these is no place where a person can look at a run. */
export const notForPeople =
  "image | img | avatar | icon | logo | thumbnail | photo | picture | badge | schema | callback | webhook | initial | base | target | site | page | api | upload | download | screenshot";
