# cmake -DIGN=program -DEXPECTED=bench/signature.txt -P signature.cmake: has any number changed?

file(STRINGS ${EXPECTED} lines)
foreach(line IN LISTS lines)
    string(REGEX MATCH "^([a-z-]+) ([0-9]+)$" matched "${line}")
    if(NOT matched)
        message(FATAL_ERROR "${EXPECTED}: not 'numbering signature': ${line}")
    endif()
    set(numbering ${CMAKE_MATCH_1})
    set(expected ${CMAKE_MATCH_2})
    execute_process(COMMAND ${IGN} bench --numbering ${numbering} --threads 2
                    OUTPUT_VARIABLE output RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "ign bench --numbering ${numbering}: exit code ${code}")
    endif()
    if(NOT output MATCHES "\nSignature: ${expected}\n$")
        message(SEND_ERROR "${numbering}: expected Signature: ${expected}, got\n${output}\n"
                           "If the numbers were meant to change, so must ${EXPECTED}.")
    endif()
    list(APPEND seen ${numbering})
endforeach()
if(NOT seen STREQUAL "pseudo-legal;legal")
    message(FATAL_ERROR "${EXPECTED} is to name both numberings, not: ${seen}")
endif()
