package faults

// fault is something that goes wrong, what is then answered, and the tests that show it, as "folder TestName". The table is held to the tree by a test.
type fault struct {
	what   string
	answer string
	tests  []string
}

// faults are those that we answer for. Where something is not tested as it happens in the world, the answer says how it is.
var faults = []fault{
	{"a process is killed while it stores", "what was acknowledged is there whole; what was not is there whole or not at all", []string{
		"engine/store/rocks TestKillLosesNothingAcknowledged", "engine/store/rocks TestKillLosesNoEntry", "cmd/asterism TestKilledServerKeepsWhatItAcknowledged"}},
	{"many writers of several processes store through one server that is killed", "as above, no note twice", []string{"cmd/asterism TestKilledServerKeepsWhatItAcknowledged"}},
	{"killed while a folder is ingested", "the next run goes on, and each note is there once", []string{"cmd/asterism TestKilledIngestIsResumed"}},
	{"killed while memories are purged", "the next start goes on; nothing half purged is seen", []string{"cmd/asterism TestKilledPurgeIsResumed"}},
	{"killed while a dream changes memories", "what it did is on record and can be taken back", []string{"engine TestAKilledDreamCanBeTakenBack"}},
	{"killed while a store is embedded anew, or while its spaces are switched", "the next start goes on; the old values serve until the new ones do", []string{
		"engine TestAKilledReembeddingGoesOn", "engine/store/rocks TestKilledSwitch", "engine/store/rocks TestBrokenSwitch"}},
	{"killed while goals, drift history or meta-learning are written", "the last acknowledged state is there", []string{
		"engine TestAlignmentSurvivesKill", "engine/drift TestHistorySurvivesKill", "engine/metautl TestRecordsSurviveKill"}},
	{"killed while models are pulled", "the next pull goes on; the profile in use is not touched", []string{"cmd/asterism TestKilledPull", "models/hub TestBreaksAnywhere"}},
	{"killed while a backup is made", "backups of before are whole, those that are listed are whole, the store is as it was", []string{"cmd/asterism TestKilledBackup"}},
	{"killed while a store is raised to a newer format", "the next start begins again; an older program refuses the store", []string{"engine/store/rocks TestUpgradeCutOff"}},
	{"SIGTERM under load", "calls at work are finished or told that they were not, the exit code is 0", []string{
		"cmd/asterism TestTheEndUnderLoadLosesNothing", "mcp/httpapi TestTheEndLosesNothing", "mcp/httpapi TestWhatDoesNotEndIsCut"}},
	{"the assistant whose process owns the store leaves, or is killed, while others share it", "one of the others takes its place and all go on; a tool call that was at work in a killed one is told that it may or may not have been done", []string{
		"cmd/asterism TestAssistantsShareAStore", "cmd/asterism TestAKilledAssistantTakesNobodyWithIt", "mcp/wire TestRelayGoesOnWithTheNextServer", "mcp/wire TestDialSocketWantsALivingServer"}},
	{"an assistant's server is told to end while it has nobody to go through", "it ends with exit code 0", []string{"cmd/asterism TestASignalWhileNobodyServes"}},
	{"a command has the store when a server starts", "the server waits for it, and says so to those who ask", []string{"cmd/asterism TestServeWaitsForACommand"}},
	{"a killed server leaves its announcement behind", "commands notice, and open the store themselves", []string{"cmd/asterism TestAKilledServerLeavesAStaleAnnouncement"}},

	{"the disk is full", "the call is told so, nothing of it is stored, and the store goes on when there is room", []string{"engine/store/rocks TestFullDisk"}},
	{"the disk is full while models are pulled or a store is embedded anew", "refused before it begins, with what is missing", []string{"models/hub TestNoRoom", "engine/reembed TestRunNeedsRoom"}},
	{"the disk is mounted for reading only", "refused for writing with the reason; read as ever", []string{"engine/store/rocks TestReadOnlyDisk"}},
	{"the disk fails in the middle of a write", "the call is told that its outcome is unknown, later writes are refused, reading goes on; opened anew the store takes writes again", []string{"engine/store/rocks TestFailingDisk"}},
	{"the disk is slow", "writers wait, each for a bounded time, then they are told to come again; what was given up while it waited changed nothing. (Shown with a full line in front of the writer, not with a slow disk.)",
		[]string{"engine/store/rocks TestGivenUpCalls", "engine/queue TestFullQueueIsBusyNotFuller"}},
	{"the store's disk is not mounted", "check, purge, backup create, export and reembed say that no store is there, and make none", []string{"cmd/asterism TestNoStoreIsMadeToBeLookedAt"}},
	{"another process has the store", "its owner is named; commands go through it", []string{"engine/store/rocks TestLockedByAnotherProcess", "cmd/asterism TestCommandsAskTheServerThatOwnsTheStore"}},
	{"a bit flips in a record", "the record is named by family and key, and nothing is read from it", []string{
		"engine/store/rocks TestDamagedRecordsAreNamed", "engine/store/rocks TestHeaderFindsEveryChangedByte", "engine/fingerprint TestParseFindsEveryChangedByte", "engine/store/rocks TestTombstoneFindsEveryChangedByte",
		"engine/store/rocks TestShelfValueFindsEveryChangedByte"}},
	{"the store's files are damaged", "opening or reading says so; nothing is dropped in silence", []string{"engine/store/rocks TestDamagedFiles"}},
	{"the end of the log was torn off by a power cut", "what was acknowledged before is there, and the rest is dropped: it was never acknowledged", []string{"engine/store/rocks TestTornLog"}},
	{"a shelf's entry, a workspace, drift history or meta-learning is damaged", "told, or begun anew where nothing is lost by it; never taken for empty in silence", []string{
		"engine/store/rocks TestDamagedEntriesAreReported", "engine TestADamagedWorkspaceStartsEmpty", "engine/drift TestDamagedHistoryIsAnErrorAndNotAnEmptyOne", "engine/metautl TestDamagedShelvesAreToldOf"}},
	{"a backup's files are damaged, cut, or strange", "verify and restore name what is damaged and change nothing", []string{"engine/archive TestDamage", "engine/archive TestStrangeArchives", "cmd/asterism TestBackupComesBack"}},
	{"a restore, or a second backup, meets what is there", "nothing is overwritten; one writer at a time", []string{"engine/archive TestNothingIsOverwritten", "engine/archive TestOneWriterAtATime"}},
	{"a model's file, its library or a manifest is damaged", "refused by name before anything is embedded, or fetched again", []string{
		"cmd/asterism TestMistakesAreAnsweredClearly", "engine/backend/onnx TestDamagedLibrary", "models/hub TestADamagedFileIsFetchedAgain", "models/hub TestADamagedManifestIsMadeAgain"}},
	{"a line of an import is no memory", "the line is named, the others are stored, the exit code says it", []string{"cmd/asterism TestImportFromTheMemoryServer", "engine/ingest TestGraphMistakes", "engine/ingest TestOneRefusedNoteDoesNotTakeItsBatchDown"}},
	{"a newer program wrote the store", "refused by name, nothing is changed", []string{"engine/store/rocks TestNewerStores", "engine/store/rocks TestNewerRecord", "engine/store/rocks TestOlderProgramRefuses"}},

	{"a backend fails, panics or answers too little", "the space moves to the next backend, with one log line, and no request is lost", []string{"engine/sched TestFailingBackendIsDemotedOnce", "engine/sched TestGuiltyRowFailsAlone",
		"engine/sched TestErrorNamesMissingSpacesAndWhy"}},
	{"a kernel, a backend, the store or a handler panics at a request", "that caller's error (INTERNAL, or 500), with an id under which the log has the stack once; the others are served. What Go itself ends a process for cannot be caught: no memory left, a fault inside of a C library", []string{
		"engine TestAFaultReachesItsCallerAlone", "engine/fault TestFaultsHaveAKind", "engine/search TestAFaultIsTheSearchsError", "engine/search TestAFaultOfAMirrorIsPassedOver", "engine/search TestAMemoryThatCannotBeWrittenLeavesNothingHalf",
		"engine/sched TestAFaultOfAWorkerResolvesItsRows", "engine/sched TestAFaultWhileABatchIsMade", "engine/store/rocks TestAFaultOfTheWriterIsItsCallersError", "engine/store/rocks TestAFaultInTheMiddleOfAWriteIsUnknown",
		"mcp TestAFaultOfATool", "mcp TestAFaultOutsideOfATool", "mcp/httpapi TestAFaultOfAHandler", "cmd/asterism/serve TestAFaultWhileTheEngineIsOpened"}},
	{"a backend hangs", "its callers wait as long as they said; it holds the worker that asked it, the others serve", []string{"engine/sched TestHangingBackend", "engine/sched TestCloseCutsOffWhenItMustNotWait"}},
	{"a backend answers with numbers that are none", "the memory is refused and nothing is stored; a question is refused; a GPU that does it is found out at its trial", []string{
		"engine/fingerprint TestPackRefuses", "engine/fingerprint TestTakeRefuses", "engine/search TestBadQuestionsAreRefused", "engine/embedder TestGPUThatDoesNotWork", "engine/backend/cuda TestGPUJudgesWhatItPacks"}},
	{"the processor's fast 8-bit products lose sums, since it has no VNNI", "int8 models take slower products that are exact; the values have the same bits", []string{
		"engine/backend/onnx TestProductsAreExact", "engine/backend/onnx TestUnsignedProductsChangeNoBit"}},
	{"a GPU is lost", "all its spaces move at once; batches in flight run elsewhere; searches run on the processor", []string{
		"engine/sched TestLostGPULosesNothing", "engine/backend/cuda TestNoRequestIsLostWithTheGPU", "engine/search/gpu TestLost", "engine/backend/cuda TestGPUThatNeverAnswers"}},
	{"a GPU's memory runs short, or a kernel of the index computes wrongly", "the processor searches what does not fit; a wrong kernel is found at its trial and not used", []string{
		"engine/search/gpu TestShortOfMemory", "engine/search/gpu TestMemoryComesAndGoes", "engine/search/gpu TestTrialSeesWrongHits", "engine/search/gpu TestFault"}},
	{"more is asked than can be done", "BUSY with a time to come again; questions and passages have places of their own", []string{"engine/sched TestFullSchedulerIsBusy", "engine/sched TestPassagesTakeNoPlacesOfQuestions", "mcp TestTooManyCallsAreBusy"}},

	{"work that nobody asked for fails: tidying, dreaming, aligning, the workspace, learning", "status, doctor and metrics name it, with the error and since when; it is tried again after a pause that grows from a second to ten minutes, holds up no other namespace, and a panic in it ends nothing", []string{
		"engine TestBackgroundWorkThatFailsIsToldAndTriedAgain", "engine TestAPanicOfAListenerEndsNothing", "engine TestAFailedPassHoldsUpNoOther", "engine/background TestAnyCourse", "mcp/metrics TestBackgroundScrape", "cmd/asterism TestBackgroundWorkThatFailsIsShown"}},
	{"a caller gives up while its write is under way", "the write is carried through, so that search knows what the store knows", []string{"engine/store/rocks TestGivenUpCalls"}},
	{"a memory is forgotten while it is stored", "it is not found", []string{"engine TestForgottenWhileItIsStored", "engine TestForgottenWhileItIsEmbedded"}},
	{"a client vanishes in the middle of a call", "its work is stopped; others are not touched", []string{"mcp TestHTTPDisconnectStopsTheWork", "mcp TestHTTPCancelDoesNotReachAnotherClient", "mcp/backupapi TestACallerThatHasGoneEndsTheBackup", "cmd/asterism TestAClientThatLeavesAtOnce", "mcp/wire TestStdioEndsWhenNobodyReads"}},
	{"a client opens ten thousand connections", "as many as were said are open, more are closed at once", []string{"mcp/httpapi TestTenThousandConnections"}},
	{"a server may have few files open (ulimit -n), and clients open more connections than that", "what the store needs is set aside first: connections beyond the rest are closed at once, and what is stored is flushed as ever; a limit that leaves nothing to connections is refused at the start with the least that does", []string{
		"cmd/asterism TestIdleConnectionsDoNotStarveTheStore", "cmd/asterism/serve TestDivideLeavesTheStoreItsShare", "cmd/asterism TestTheSoftLimitIsRaised", "cmd/asterism TestServeNeedsDescriptors", "engine/store/rocks TestFewFilesAreKeptOpen",
		"mcp/wire TestSocketHasBounds", "mcp/wire TestSocketOutlivesFailuresToAccept"}},
	{"a client sends more requests than its rate", "429 with a time to come again; health is told all the same", []string{"mcp/httpapi TestTooManyRequests", "mcp/httpapi TestMeter", "mcp/httpapi TestManyAddressesShareABucket"}},
	{"a client sends a hundred megabytes, or a body without an end", "413, or an error with the request's id; what is held is bounded", []string{
		"mcp/httpapi TestGuards", "mcp/httpapi TestBodiesAreBoundedWhileTheyAreRead", "mcp/httpapi TestAFloodOfLargeBodies", "mcp TestAHundredMegabytesOverStdio"}},
	{"a client reads or sends too slowly", "every piece has a deadline; streams may be silent", []string{"mcp/httpapi TestEveryWriteHasADeadlineOfItsOwn", "mcp/httpapi TestABodyThatBreaksOff"}},
	{"a client sends what is no JSON, nested without an end, or no UTF-8", "a JSON-RPC error, nothing is stored, and the connection goes on", []string{
		"mcp TestHostileMessagesOverStdio", "mcp TestHostileMessagesOverHTTP", "mcp TestStdioMalformedMessages"}},
	{"a client sends arguments without sense", "INVALID_PARAMS with every mistake and the way out", []string{"mcp TestHostileArguments", "mcp/tools TestBadArgumentsAreNamed", "engine TestBadNotesAreRefusedAndNothingIsStored"}},
	{"a web page, or a stranger, calls", "403 or 401; the page's name and the token decide", []string{"mcp/httpapi TestGuards", "mcp/httpapi TestListenRefuses", "cmd/asterism TestServeRefusesWhatIsUnsafe"}},
	{"another user of the machine tries a server's socket, or listens at one of their own", "they hear nothing, from the moment that the socket is made and whatever its mode becomes; a client says nothing to them. (With a second user where the tests run as the administrator.)", []string{
		"cmd/asterism TestASocketIsNeverOpenToOthers", "cmd/asterism/owner TestTheFolderOfASocket", "mcp/wire TestASocketServesItsOwnUserAlone", "mcp/wire TestDialSocketWantsAServerOfItsOwnUser"}},
	{"the umask is 000, or others can enter the data directory", "every file with content or a secret is closed to them from its first moment; the directory is warned of, and refused when everybody can write in it", []string{
		"cmd/asterism TestNothingIsOpenToOthers", "cmd/asterism TestADataDirectoryIsMadeForItsOwnerAlone", "cmd/asterism TestADirectoryThatAllCanWrite", "cmd/asterism/owner TestATokenThatOthersCouldRead", "mcp/clients TestAFileWithATokenIsItsOwnersAlone"}},
	{"another user puts a server's address into a data directory that they can write", "commands refuse it and send no token there", []string{"cmd/asterism/owner TestWhoseAnnouncementIsBelieved"}},
	{"a certificate cannot be used, or is renewed while a server runs", "refused by file at the start; renewed without a restart, and a bad one does not replace a good one", []string{
		"mcp/httpapi TestACertificateThatCannotBeUsed", "mcp/httpapi TestARenewedCertificate", "cmd/asterism TestCommandsTrustTheOwnersCertificateAlone"}},
	{"a downstream server floods, hangs, dies or nests without an end", "an error in words, bounded memory and time, nobody else waits", []string{
		"mcp/tooldrift TestGuardOverServersWithBadHabits", "mcp/tooldrift TestWhoDoesNotAnswerIsAnError", "mcp/tooldrift TestDeepSchemasAreTold", "mcp/tooldrift TestLongListsAreNotRead"}},
	{"the hub of models is slow, stalls, lies or is away", "told with what to do; the pull goes on where it stopped", []string{"models/hub TestFaults", "models/hub TestSlowIsNotStalled", "models/hub TestNobodyListens"}},

	{"another node leads a shard, the log's servers have no quorum, or an append gets no answer", "who was deposed cannot append; without a quorum nothing is changed and the caller is told; an append without an answer is settled by reading the one place where it can stand", []string{
		"engine/cluster/replicated TestTheLeadChanges", "engine/cluster/replicated TestManyLeaders", "engine/cluster/replicated TestUnknownOutcomesAreSettled", "engine/cluster/shard TestAnotherLeads",
		"engine/cluster/journal/stream TestALeaderIsStopped", "engine/cluster/journal/stream TestWithoutAQuorum", "engine/cluster TestThreeNodes", "engine/cluster TestALostQuorum"}},
	{"a node is killed while it leads a shard: before a write is in the log, between the log and its own store, or before it answers", "another leads; started anew it makes each record that it lacks once, and the replicas are equal", []string{
		"engine/cluster/shard TestKilledWhileItLeads"}},
	{"a node dies, or its device fails, while it embeds what is spread over the nodes; its answer is lost; the caller leaves", "the piece goes to another node, and is found to be stored where it was; what fails everywhere is told; what nobody has begun is taken back", []string{
		"engine/cluster/pieces TestAWorkerThatEndsGivesItsPiecesBack", "engine/cluster/pieces TestAPieceThatIsTakenBack", "engine TestTheSamePieceOnceMoreChangesNothing", "mcp/spread TestANodeThatStopsInTheMiddle",
		"mcp/spread TestADeviceThatFails", "mcp/spread TestACallerThatLeaves", "cmd/asterism TestNotesAreSpreadOverThreeProcesses"}},
	{"a node of a cluster is so far behind that the log was cut, or joins when it was", "it takes a checkpoint and goes on with the log; checkpoints are made as the log grows", []string{
		"engine/cluster/shard TestAFollowerThatCannotKeepUp", "engine/cluster/shard TestACheckpointAndTheTail", "engine/cluster/shard TestCheckpointsComeByThemselves"}},
	{"the disk of the node that leads a shard is full", "it leads no more and leaves the lead to another; the write at which it was found out stands in the log, and its caller is told that its outcome is unknown; with room again it catches up", []string{
		"engine/cluster/shard TestAFullDiskOnOneNode"}},
	{"the clock of a node of a cluster is a day ahead", "leads change as ever, since leases are counted by monotonic clocks; what it stored keeps the time that it showed", []string{"engine/cluster/host TestAClockThatIsADayAhead"}},
	{"a node has other models than its cluster, another cluster of the same name is met, or a name is taken", "refused by name, nothing is changed", []string{
		"engine/cluster TestWhatDoesNotFitIsRefused", "engine/cluster TestTwoClustersOfOneName", "engine/cluster TestALogOfANewerFormat"}},
	{"the servers of a cluster lose their quorum for good", "one node goes on with its folder on new servers, and says up to where it has each shard; folders of the lost cluster are refused", []string{"engine/cluster TestAQuorumLostForGood"}},
	{"a node of a newer program writes to the log, or a stranger wants to join", "a newer record is refused by name before anything is made of it; a stranger is not let in", []string{
		"engine/cluster/record TestANewerFormatIsRefused", "engine/cluster/replicated TestANewerRecordIsRefused", "engine/cluster/bus TestAStrangerIsNotLetIn", "engine/cluster/member TestJoiningIsRefused", "cmd/asterism TestOneNodeIsUpgradedAfterTheOther"}},
	{"a node's certificate ends, or it knows no address of another node any more", "doctor and cluster say so sixty days before; with one that has ended it is not started, until `cluster renew` has made another; --join names a node", []string{
		"cmd/asterism TestCertificatesThatEnd"}},
	{"of a NATS that is there already a server ends, or none has JetStream", "the nodes go on with the other servers; one without JetStream is refused in words", []string{
		"mcp/node TestThreeNodesOverANATSThatIsThere", "cmd/asterism TestProcessesOverANATSThatIsThere", "engine/cluster/bus TestANATSWithoutJetStreamIsRefused"}},

	{"the clock jumps", "memories stay and are found; each keeps the time that its clock showed; a new id does not depend on it", []string{"engine TestClockJumps"}},
	{"the clock was far ahead for a while", "drift history keeps the order in which it was made: entries made after the clock was put right count in ranges as if made at the time it had shown, until that time comes, and are thinned by it. " +
		"Forgetting the goal's history (a new goal) begins anew", []string{"engine/drift TestAClockFarAheadStaysInTheOrder", "engine/drift TestAClockThatWasSetBackKeepsTheOrder", "engine/metautl TestClockSetBack"}},
	{"the clock was far ahead when a dream ended", "scheduled dreams go on by the clock that was put right", []string{"engine TestDreamsGoOnAfterAClockWasAhead"}},
	{"the clock jumps beyond the thirty days of what is forgotten", "it is purged: the thirty days are the clock's. What was forgotten by a clock that was ahead is kept until thirty days after that time", []string{
		"engine TestAClockFarAheadPurgesWhatIsForgotten", "engine TestForgottenByAClockThatWasAhead"}},
	{"a day of mixed load", "after every hour the store holds what was acknowledged; goroutines, files and memory do not grow", []string{"engine TestADayOfWork", "cmd/asterism TestServerKeepsUpUnderLoad"}},
}
